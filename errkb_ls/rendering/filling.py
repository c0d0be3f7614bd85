"""Captured text put into the texts of an entry.

What was captured is part of a log and may be hostile. It is made harmless for where it goes: plain text, a Markdown code span, a shell
command. Only ``{name}`` where ``name`` is a named group of the entry's patterns is a place to fill; all other braces (``${HOME}``,
``awk '{print}'``) are text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from errkb_ls.knowledge import Entry
from errkb_ls.matching.finding import Finding

#: Longer captures are cut when they are shown. In a command they stay whole.
_MAX_SHOWN: Final = 120
#: Control characters, bidi overrides, line and paragraph separators, zero-width characters, the byte order mark.
_HARMFUL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+")
_GROUP: Final = re.compile(r"\(\?P?<(\w+)>")


def fill(text: str, finding: Finding, show: Callable[[str], str]) -> str:
    """Fill the places in a text.

    :param text: a text of the entry
    :param finding: what was captured
    :param show: makes a captured value harmless
    :return: the text; a place whose group took no part in the match reads ``<name>``
    """
    names = group_names(finding.entry)
    if not names:
        return text
    pattern = re.compile(r"(?<!\$)\{(" + "|".join(map(re.escape, sorted(names))) + r")\}")
    return pattern.sub(lambda match: _value(match[1], finding.captures, show), text)


def group_names(entry: Entry) -> frozenset[str]:
    """Names of all named groups of an entry's patterns."""
    return _names(tuple(wording.regex or "" for wording in entry.wordings))


def harmless(text: str) -> str:
    """Log text for showing: what controls a terminal or turns text around becomes a blank."""
    return _HARMFUL.sub(" ", text)


def plain(value: str) -> str:
    """A captured value as plain text."""
    value = harmless(value).strip()
    return value if len(value) <= _MAX_SHOWN else value[: _MAX_SHOWN - 1] + "…"


def shell(value: str) -> str:
    """A captured value as one word of a shell command."""
    return shlex.quote(harmless(value))


@cache
def _names(patterns: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name for pattern in patterns for name in _GROUP.findall(pattern))


def _value(name: str, captures: Mapping[str, str], show: Callable[[str], str]) -> str:
    return show(captures.get(name, f"<{name}>"))
