"""What must hold for an entry by itself, one small function for each check.

Checks that need a matcher are in :mod:`errkb_ls.matching.checking`. To add one, write a function and name it in :data:`CHECKS`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Final
from urllib.parse import urlsplit

from errkb_ls.knowledge.entry import DeadEnd, Entry, Workaround
from errkb_ls.knowledge.loading import Knowledge, Known
from errkb_ls.knowledge.problem import Problem

Check = Callable[[Known, Knowledge], Iterator[Problem]]

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
    """A Chinese field is Chinese, and a translated list has as many items as its original."""
    entry = known.entry
    texts = {"$.signature_zh": entry.signature_zh, "$.root_cause_zh": entry.root_cause_zh}
    texts |= {f"$.workarounds_zh[{i}]": text for i, text in enumerate(entry.workarounds_zh)}
    for i, dead_end in enumerate(entry.dead_ends_zh):
        texts |= {f"$.dead_ends_zh[{i}].action": dead_end.action, f"$.dead_ends_zh[{i}].why_fails": dead_end.why_fails}
    for pointer, text in texts.items():
        if text and not _CHINESE.search(text):
            yield Problem("not-chinese", known.path, f"{text[:40]!r} is not Chinese.", "Translate it, or leave it out.", pointer)
    for name, given, wanted in (
        ("workarounds_zh", entry.workarounds_zh, entry.workarounds),
        ("dead_ends_zh", entry.dead_ends_zh, entry.dead_ends),
    ):
        if given and len(given) != len(wanted):
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


CHECKS: Final[tuple[Check, ...]] = (check_id, check_dates, check_links, check_graph, check_advice, check_chinese, check_rates)


def _advice(entry: Entry) -> Iterator[tuple[str, int, Workaround | DeadEnd]]:
    yield from (("workarounds", i, workaround) for i, workaround in enumerate(entry.workarounds))
    yield from (("dead_ends", i, dead_end) for i, dead_end in enumerate(entry.dead_ends))


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)
