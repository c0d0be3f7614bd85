"""A failure in one line, and how loud it is."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from typing import Final

from errkb_ls.matching.finding import Failure, Finding
from errkb_ls.rendering.filling import fill, harmless, plain
from errkb_ls.rendering.language import Language, Words

#: Error Lens, the Problems panel and virtual text show one line of about this many characters.
MAX_MESSAGE: Final = 120

#: A sentence may begin with a small letter (``pip``, ``libm.so``), so abbreviations are told apart by name.
_SENTENCE_END: Final = re.compile(
    r"""
      (?<=[.!?]) (?<!\be\.g\.) (?<!\bi\.e\.) (?<!\betc\.) (?<!\bvs\.) (?<!\bcf\.) (?<!\bNo\.) (?<!\.\.) \s+ (?=\S)
    | (?<=[。！？]) (?=[^”’」』）])
    """,
    re.VERBOSE,
)
_CLAUSE_ENDS: Final = ",;:，；：、"
_SEVERITIES: Final[dict[str | None, str]] = {"cause": "warning", None: "warning", "consequence": "information"}


def message(finding: Finding, language: Language) -> str:
    """The cause in one line: plain text of at most :data:`MAX_MESSAGE` characters, no period at its end."""
    entry = finding.entry
    words = Words(language)
    text = words.choose(entry.root_cause, entry.root_cause_zh)[0] or words.choose(entry.signature, entry.signature_zh)[0]
    # Cut before it is filled: a capture may hold anything.
    sentence = first_sentences(text, 1)
    filled = fill(sentence.replace("`", ""), finding, plain)
    return shortened(harmless(filled).strip().rstrip(".。"), MAX_MESSAGE)


def severity(failure: Failure, overrides: Mapping[str, str], *, repeat: bool = False) -> str | None:
    """How loud a failure is.

    :param overrides: severities by entry id, glob or role (``cause``, ``consequence``, ``repeat``), which count in this order
    :param repeat: whether this is another occurrence of it
    :return: ``error``, ``warning``, ``information``, ``hint``, or None to hide it
    """
    entry_id = failure.finding.entry.id
    role = "repeat" if repeat else failure.role
    default = "hint" if repeat else _SEVERITIES[failure.role]
    globs = (
        name for pattern, name in overrides.items() if pattern not in ("cause", "consequence", "repeat") and fnmatchcase(entry_id, pattern)
    )
    by_id = overrides.get(entry_id) or next(globs, None)
    # A repeat of an entry stays quiet, unless the entry is hidden altogether.
    chosen = by_id if by_id and (not repeat or by_id == "off") else overrides.get(role or "cause", default)
    return None if chosen == "off" else chosen


def first_sentences(text: str, count: int) -> str:
    """The first sentences of an English or Chinese text."""
    ends = [match.start() for match in _SENTENCE_END.finditer(text)]
    return text[: ends[count - 1]].strip() if len(ends) >= count else text.strip()


def shortened(text: str, limit: int) -> str:
    """The text in at most ``limit`` characters, cut where a clause or at least a word ends."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    clause = max(cut.rfind(mark) for mark in _CLAUSE_ENDS)
    end = clause if clause > limit // 2 else cut.rfind(" ", limit // 2)
    cut = cut[:end] if end > 0 else cut
    return cut.rstrip(f" {_CLAUSE_ENDS}") + "…"
