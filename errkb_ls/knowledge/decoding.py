"""JSON bytes to an :class:`Entry`, or to the problem that stopped it.

Two shapes are read: the flat one (the schema, see ``kb/README.md``) and the nested one of the public deadends.dev data, which
has ``error``, ``environment``, ``verdict`` and ``metadata`` objects. Some producers write null for "nothing here" or a bare
string where an object is meant (an edge, a version); both are read as what they stand for.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec

from errkb_ls.knowledge.entry import Entry
from errkb_ls.knowledge.problem import Problem

#: An entry is a few kB; the largest public one is under 20 kB. What is larger is not an entry.
MAX_BYTES: Final = 1_000_000

#: Lists of objects in which a bare string stands for the object with only this key set.
BARE_STRINGS: Final = {"versions": "version", "variants": "signature", "workarounds": "action", "dead_ends": "why_fails"}

EDGE_LISTS: Final = ("leads_to", "preceded_by", "frequently_confused_with")

#: msgspec appends the place to its message: "Expected `str`, got `int` - at `$.regex`".
_PLACE: Final = re.compile(r"^(?P<message>.*?)(?: - at `(?P<pointer>[^`]*)`)?$", re.DOTALL)


def decode_entry(data: bytes, path: str) -> tuple[Entry | None, Problem | None]:
    """Decode one entry.

    :param data: the file's bytes
    :param path: where they come from, for the problem
    :return: the entry, or None and the problem
    """
    if len(data) > MAX_BYTES:
        return None, Problem(
            "too-large", path, f"The file has more than {MAX_BYTES:,} bytes.", "An entry is one small JSON object; split it."
        )
    try:
        document = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, Problem("bad-json", path, f"This is not JSON: {error}.", "Write one JSON object in UTF-8.")
    if not isinstance(document, dict):
        return None, Problem("not-an-entry", path, "The document is not an object.", "Write one entry, { … }, per file.")
    try:
        return msgspec.convert(_flat(document), Entry), None
    except msgspec.ValidationError as error:
        match = _PLACE.match(str(error))
        message = match["message"] if match else str(error)
        pointer = (match["pointer"] if match else None) or "$"
        return None, Problem("bad-type", path, f"{message}.", "See kb/README.md for what goes there.", pointer)


def _flat(document: dict[str, Any]) -> dict[str, Any]:
    """The document in the flat shape: nested objects spread out, nulls gone, bare strings made objects."""
    if isinstance(document.get("error"), dict):
        document = _spread(document)
    flat = {key: value for key, value in document.items() if value is not None}
    for name, key in BARE_STRINGS.items():
        if isinstance(rows := flat.get(name), list):
            flat[name] = [_object(row, key) for row in rows]
    if isinstance(graph := flat.get("transition_graph"), dict):
        flat["transition_graph"] = {
            name: [_object(edge, "error_id") for edge in edges] for name in EDGE_LISTS if isinstance(edges := graph.get(name), list)
        }
    return flat


def _object(row: Any, key: str) -> Any:
    if isinstance(row, str):
        return {key: row}
    return {k: v for k, v in row.items() if v is not None} if isinstance(row, dict) else row


def _spread(document: dict[str, Any]) -> dict[str, Any]:
    """The nested public format, spread out. What an object does not have stays missing."""
    flat = dict(document)
    flat.update(flat.pop("error"))
    verdict, metadata, environment = (_dict(flat.pop(k, None)) for k in ("verdict", "metadata", "environment"))
    if "summary" in verdict:
        flat.setdefault("root_cause", verdict["summary"])
    for key in ("resolvable", "fix_success_rate", "confidence", "last_updated"):
        if key in verdict:
            flat.setdefault(key, verdict[key])
    if "evidence_count" in metadata:
        flat.setdefault("evidence_count", metadata["evidence_count"])
    if metadata.get("review_status") == "auto_generated":
        flat.setdefault("verification_tier", "ai_generated")
    runtime = _dict(environment.get("runtime"))
    if runtime.get("name") and runtime.get("version_range"):
        flat.setdefault("versions", [{"version": f"{runtime['name']}{runtime['version_range']}"}])
    return flat


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
