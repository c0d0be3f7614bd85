"""Captured text put into the texts of an entry.

What was captured is part of a log and may be hostile. It is made harmless for where it goes: plain text, a Markdown code span, a shell
command. Only ``{name}`` where ``name`` is a named group of the entry's patterns is a place to fill; all other braces (``${HOME}``,
``awk '{print}'``) are text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final

from errkb_ls.knowledge import Entry
from errkb_ls.matching.finding import Finding

#: Longer captures are cut when they are shown. In a command they stay whole.
_MAX_SHOWN: Final = 120
#: Control characters, bidi overrides, line and paragraph separators, zero-width characters, the byte order mark.
_HARMFUL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]+")
_GROUP: Final = re.compile(r"\(\?P?<(\w+)>")
#: Inside these a shell reads on, whatever the quotes around a value.
_READ_AGAIN: Final = re.compile("`|<<")


def fill(text: str, finding: Finding, show: Callable[[str], str]) -> str:
    """Fill the places in a text.

    :param text: a text of the entry
    :param finding: what was captured
    :param show: makes a captured value harmless
    :return: the text; a place whose group took no part in the match reads ``<name>``
    """
    return "".join(show(piece) if is_value else piece for is_value, piece in pieces(text, finding))


def fill_command(command: str, finding: Finding) -> str:
    """Fill the places in a command, each value quoted as one word of a shell.

    Where a place stands in quotes of the command's own, a quoted value would fall apart or be evaluated. There only values that need no
    quotes are filled in; the others stay ``<name>``, to be typed by a person.
    """
    command = harmless_lines(command)
    if _outside_quotes(command, finding):
        return fill(command, finding, shell)
    bare = {name: value for name, value in finding.captures.items() if shell(value) == value}
    return fill(command, replace(finding, captures=bare), str)


def pieces(text: str, finding: Finding) -> Iterator[tuple[bool, str]]:
    """Cut a text at its places: the text between them, and the raw captured values, which are told by True."""
    names = group_names(finding.entry)
    if not names:
        yield False, text
        return
    # Every second one is a name.
    for index, piece in enumerate(re.split(r"(?<!\$)\{(" + "|".join(map(re.escape, sorted(names))) + r")\}", text)):
        yield (True, finding.captures.get(piece, f"<{piece}>")) if index % 2 else (False, piece)


def group_names(entry: Entry) -> frozenset[str]:
    """Names of all named groups of an entry's patterns."""
    return _names(tuple(wording.regex or "" for wording in entry.wordings))


def harmless(text: str) -> str:
    """Log text for showing: what controls a terminal or turns text around becomes a blank."""
    return _HARMFUL.sub(" ", text)


def harmless_lines(text: str) -> str:
    """The same for a text of several lines, such as a command: line ends and tabs stay."""
    return "".join(piece if piece in "\n\t" else harmless(piece) for piece in re.split(r"([\n\t])", text))


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


def _outside_quotes(command: str, finding: Finding) -> bool:
    """Whether a shell keeps something with a blank together that stands in quotes at the places, as it does something without a blank."""
    if _READ_AGAIN.search(command):
        return False
    try:
        quoted = shlex.split(fill(command, finding, lambda _: "'\ue000 \ue000'"))
        bare = shlex.split(fill(command, finding, lambda _: "\ue000\ue000"))
    except ValueError:  # quotes that are never closed
        return False
    return quoted == [word.replace("\ue000\ue000", "\ue000 \ue000") for word in bare]
