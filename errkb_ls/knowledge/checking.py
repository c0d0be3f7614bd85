"""What must hold for an entry by itself, one small function for each check.

Checks that need a matcher are in :mod:`errkb_ls.matching.checking`. To add one, write a function and name it in :data:`CHECKS`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from msgspec import inspect

from errkb_ls.knowledge.entry import DeadEnd, Entry, Workaround
from errkb_ls.knowledge.evidence import Evidence
from errkb_ls.knowledge.loading import Knowledge, Known
from errkb_ls.knowledge.problem import Problem
from errkb_ls.knowledge.reproduction import read_reproduction
from errkb_ls.knowledge.secrets import mask

Check = Callable[[Known, Knowledge], Iterator[Problem]]

_DATE: Final = re.compile(r"\b\d{4}-\d\d-\d\d\b")
_CHINESE: Final = re.compile("[\u3400-\u9fff]")
#: The first sentence of a cause is the diagnostic's message; longer ones are cut on the screen.
_MAX_FIRST_SENTENCE: Final = 120


def check_entry(known: Known, knowledge: Knowledge) -> list[Problem]:
    """Everything that is wrong with one entry by itself and its links to others.

    An entry that says it was written by a machine is known to be a claim; what is wrong with it is a warning.
    """
    problems = [problem for check in CHECKS for problem in check(known, knowledge)]
    return softened(known.entry, problems)


def softened(entry: Entry, problems: list[Problem]) -> list[Problem]:
    """The problems, as warnings when the entry is an unverified claim that is kept as it came."""
    if entry.verification_tier != "ai_generated":
        return problems
    return [replace(problem, level="warning") for problem in problems]


def check_id(known: Known, _: Knowledge) -> Iterator[Problem]:
    """An id is the entry's path below the knowledge base, so that it can be found."""
    if not known.path.replace("\\", "/").endswith(f"/{known.entry.id}.json"):
        yield Problem("id-is-not-path", known.path, f"The id is {known.entry.id}.", "Move the file, or name the id after its path.", "$.id")


def check_keys(known: Known, _: Knowledge) -> Iterator[Problem]:
    """Every key means something: one that is misspelt would be passed over in silence."""
    try:
        document = json.loads(Path(known.path).read_bytes())
    except (OSError, ValueError):
        return
    # The nested public format has keys of its own.
    if isinstance(document, dict) and not isinstance(document.get("error"), dict):
        for pointer in _unknown_keys(document, inspect.type_info(Entry), "$"):
            message = f"No entry has {pointer.rpartition('.')[2]!r} here."
            yield Problem("unknown-key", known.path, message, "Correct its name, or take it out; kb/README.md has them all.", pointer)


def check_tier(known: Known, _: Knowledge) -> Iterator[Problem]:
    """How well an entry is proved is computed from the files beside it."""
    if known.entry.verification_tier not in (None, "ai_generated"):
        message = f"The tier {known.entry.verification_tier!r} was typed."
        yield Problem("typed-tier", known.path, message, "Take it out: it is computed.", "$.verification_tier")


def check_proofs(known: Known, _: Knowledge) -> Iterator[Problem]:
    """What says that it was verified has a function in the script beside the entry, and each function has its advice."""
    script = Path(known.path).with_suffix(".sh")
    claims: tuple[str, ...] = ()
    if script.is_file():
        try:
            claims = read_reproduction(script).claims
        except (OSError, ValueError) as error:
            yield Problem("bad-script", str(script), f"{error}.", "Correct the line that begins with '# needs:'.", "line 1")
            return
        if claims[:1] != ("reproduce",):
            yield Problem(
                "bad-script", str(script), "Its first function is not reproduce().", "Write one that makes the tool fail.", "line 1"
            )
        if not script.with_suffix(".txt").is_file():
            remedy = f"Run errkb kb reproduce {known.entry.id} --write."
            yield Problem("no-evidence", str(script), "What it prints was not kept.", remedy, "line 1")
    told = {f"{name.removesuffix('s')}_{i + 1}": (f"$.{name}[{i}]", part) for name, i, part in _advice(known.entry)}
    for claim, (pointer, part) in told.items():
        if part.verified and claim not in claims:
            remedy = f"Add {claim}() to {script.name} and run errkb kb reproduce --write, or take the word away."
            yield Problem("unproved", known.path, "It says it was verified, and nothing verifies it.", remedy, f"{pointer}.verified")
    for claim in claims:
        if claim != "reproduce" and claim not in told:
            yield Problem("claim-without-advice", str(script), f"The entry has no {claim}.", "Renumber it, or write the advice.", "line 1")


def check_dates(known: Known, _: Knowledge) -> Iterator[Problem]:
    """Dates are ISO dates."""
    for name in ("first_seen", "last_confirmed", "last_updated"):
        value = getattr(known.entry, name)
        try:
            date.fromisoformat(value or "2000-01-01")
        except ValueError:
            yield Problem("bad-date", known.path, f"{value!r} is no date.", "Write it as 2026-12-31.", f"$.{name}")


def check_links(known: Known, _: Knowledge) -> Iterator[Problem]:
    """Links lead to the web and nowhere else."""
    entry = known.entry
    places = {"$.official_doc_url": entry.official_doc_url}
    for name, i, part in _advice(entry):
        for j, source in enumerate(part.sources):
            places[f"$.{name}[{i}].sources[{j}]"] = source.get("url") if isinstance(source, dict) else source
    for pointer, url in places.items():
        if url is not None and (not isinstance(url, str) or not _is_web(url)):
            yield Problem("bad-link", known.path, f"{url!r} is no web address.", "Write an https address, or leave it out.", pointer)


def check_graph(known: Known, knowledge: Knowledge) -> Iterator[Problem]:
    """Edges lead to entries that exist, and those that are taken for each other say how to tell."""
    graph = known.entry.transition_graph
    for name in ("leads_to", "preceded_by", "frequently_confused_with"):
        for i, edge in enumerate(getattr(graph, name)):
            pointer = f"$.transition_graph.{name}[{i}]"
            if edge.error_id not in knowledge:
                yield Problem("unknown-id", known.path, f"There is no entry {edge.error_id}.", "Name one, or take the edge out.", pointer)
            if name == "frequently_confused_with" and not edge.distinction:
                yield Problem("no-distinction", known.path, "It does not say how to tell.", "Add a distinction.", pointer)


def check_advice(known: Known, _: Knowledge) -> Iterator[Problem]:
    """There is a cause that fits a diagnostic, and every piece of advice says what is done and, for a dead end, why not."""
    entry = known.entry
    if not entry.root_cause:
        yield Problem("no-cause", known.path, "There is no root cause.", "Say in two sentences why it happens.", "$.root_cause")
    elif len(re.split(r"(?<=[.!?])\s", entry.root_cause)[0]) > _MAX_FIRST_SENTENCE:
        message = f"The first sentence has more than {_MAX_FIRST_SENTENCE} characters."
        yield Problem("long-cause", known.path, message, "Say the cause shorter: it is the diagnostic's message.", "$.root_cause")
    for name, i, part in _advice(entry):
        if not part.action.strip():
            yield Problem("no-action", known.path, "The action is empty.", "Say what is done.", f"$.{name}[{i}].action")
    for i, dead_end in enumerate(entry.dead_ends):
        if not dead_end.why_fails.strip():
            yield Problem("no-reason", known.path, "It does not say why.", "Say why it fails.", f"$.dead_ends[{i}].why_fails")


def check_chinese(known: Known, _: Knowledge) -> Iterator[Problem]:
    """What is shown is there in Chinese; a Chinese field is Chinese, and a translated list has as many items as its original."""
    entry = known.entry
    texts = {"$.signature_zh": entry.signature_zh, "$.root_cause_zh": entry.root_cause_zh}
    texts |= {f"$.workarounds_zh[{i}]": text for i, text in enumerate(entry.workarounds_zh)}
    for i, dead_end in enumerate(entry.dead_ends_zh):
        texts |= {f"$.dead_ends_zh[{i}].action": dead_end.action, f"$.dead_ends_zh[{i}].why_fails": dead_end.why_fails}
    for pointer, text in texts.items():
        if text and not _CHINESE.search(text):
            yield Problem("not-chinese", known.path, f"{text[:40]!r} is not Chinese.", "Translate it, or leave it out.", pointer)
    if entry.root_cause and not entry.root_cause_zh:
        yield Problem("untranslated", known.path, "There is no translation.", "Translate it.", "$.root_cause_zh", "warning")
    for name, given, wanted in (
        ("workarounds_zh", entry.workarounds_zh, entry.workarounds),
        ("dead_ends_zh", entry.dead_ends_zh, entry.dead_ends),
    ):
        if bool(wanted) != bool(given):
            yield Problem("untranslated", known.path, "There is no translation.", "Translate it.", f"$.{name}", "warning")
        elif len(given) != len(wanted):
            message = f"There are {len(given)} translations of {len(wanted)}."
            yield Problem("uneven-translation", known.path, message, "Translate all, in the same order.", f"$.{name}")


def check_rates(known: Known, _: Knowledge) -> Iterator[Problem]:
    """Nobody writes a number that nobody counted."""
    entry = known.entry
    rates = {f"$.workarounds[{i}].success_rate": w.success_rate for i, w in enumerate(entry.workarounds)}
    rates |= {f"$.dead_ends[{i}].fail_rate": d.fail_rate for i, d in enumerate(entry.dead_ends)}
    rates |= {"$.confidence": entry.confidence, "$.fix_success_rate": entry.fix_success_rate}
    for pointer, rate in rates.items():
        if rate is not None:
            yield Problem(
                "uncounted-rate", known.path, f"{rate} is an estimate.", "Leave it out; have a reproduction verify it.", pointer, "warning"
            )


CHECKS: Final[tuple[Check, ...]] = (
    check_id,
    check_keys,
    check_tier,
    check_proofs,
    check_dates,
    check_links,
    check_graph,
    check_advice,
    check_chinese,
    check_rates,
)


def check_sources(evidence: Evidence) -> Iterator[Problem]:
    """Evidence says what printed it and when, or where it is published, and gives no secret away."""
    if not any(_DATE.search(source) or _is_web(source.split(" ")[0]) for source in evidence.sources):
        remedy = "Begin with '#! source git 2.39.5, 2026-12-01', or with the https address of a public report."
        yield Problem("no-source", evidence.path, "It does not say where it comes from.", remedy, "line 1")
    for row, line in zip(evidence.rows, evidence.lines, strict=True):
        if (masked := mask(row)) != row:
            remedy = f"Mask it: {masked.strip()[:80]!r}."
            yield Problem("secret", evidence.path, "The line holds something that looks like a secret.", remedy, f"line {line}")


def _advice(entry: Entry) -> Iterator[tuple[str, int, Workaround | DeadEnd]]:
    yield from (("workarounds", i, workaround) for i, workaround in enumerate(entry.workarounds))
    yield from (("dead_ends", i, dead_end) for i, dead_end in enumerate(entry.dead_ends))


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _unknown_keys(value: Any, kind: inspect.Type, pointer: str) -> Iterator[str]:
    if isinstance(kind, inspect.UnionType):
        # Of what an optional field may be, only a structure has keys.
        kind = next((choice for choice in kind.types if isinstance(choice, (inspect.StructType, inspect.ListType))), kind)
    if isinstance(kind, inspect.ListType) and isinstance(value, list):
        for i, item in enumerate(value):
            yield from _unknown_keys(item, kind.item_type, f"{pointer}[{i}]")
    if isinstance(kind, inspect.StructType) and isinstance(value, dict):
        fields = {field.encode_name: field.type for field in kind.fields}
        for key, item in value.items():
            if key in fields:
                yield from _unknown_keys(item, fields[key], f"{pointer}.{key}")
            else:
                yield f"{pointer}.{key}"
