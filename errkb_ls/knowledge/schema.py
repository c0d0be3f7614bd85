"""The JSON Schema of an entry, made from the types, for editors that complete and check what one writes."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from errkb_ls.knowledge.decoding import BARE_STRINGS, EDGE_LISTS
from errkb_ls.knowledge.entry import Entry

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def json_schema() -> dict[str, Any]:
    """The schema of the flat format. Where a bare string is read as an object, it allows both; keys that mean nothing it does not allow."""
    schema = msgspec.json.schema(Entry)
    parts = schema["$defs"]
    for part in parts.values():
        part["additionalProperties"] = False
    lists = [parts["Entry"]["properties"][name] for name in BARE_STRINGS]
    lists += [parts["TransitionGraph"]["properties"][name] for name in EDGE_LISTS]
    for one in lists:
        one["items"] = {"anyOf": [{"type": "string"}, one["items"]]}
    return {"$schema": _DIALECT, "title": "An entry of errkb", **schema}
