"""From one line to a pattern for its kind: what varies becomes a named group with a narrow class, what is said stays as it is.

A proposal, for a person to look at: nobody can tell from one line whether ``3`` is part of the message.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from errkb_ls.matching.cleaning import Mapped, on_screen, pieces_of

#: A remainder behind a prefix that has fewer letters than this is no message.
_MIN_LETTERS: Final = 8
#: Words before a value that say what it is.
_NOUNS: Final = (
    "address|argument|attribute|branch|class|column|command|constraint|container|database|dependency|directory|domain|env|executable|field"
    "|file|filename|fixture|folder|function|group|header|host|hostname|id|image|index|key|keyword|layer|library|line|method|model|module"
    "|name|namespace|option|package|parameter|path|pathspec|pid|plugin|pod|port|process|property|reference|remote|repository|role|schema"
    "|script|service|setting|size|symbol|table|tag|target|task|test|token|type|unit|url|user|username|value|variable|version|volume"
)
_NOUN: Final = re.compile(rf"\b({_NOUNS})s?(?:\s+(?:named|called|is|at|for|to|not found))?[\s:=]*[\[(]?$", re.IGNORECASE)
_SUFFIXES: Final = "py|js|ts|c|cc|cpp|h|hpp|rs|go|java|rb|php|so|txt|json|ya?ml|toml|log|cfg|ini|conf"
_PRERELEASE: Final = r"(?:[-+.]?(?:dev|rc|a|b|beta|alpha|post)[\w.]*)?"
_SPECIAL: Final = re.compile(r"[\\.+*?()|\[\]{}^$]")


@dataclass(frozen=True, slots=True)
class _Kind:
    """Something that varies: how it looks, what a pattern says for it, and the name of its group where nothing before it says better.

    ``{name}`` in the pattern is the group's name; a pattern without it captures nothing.
    """

    looks: str
    pattern: Callable[[str], str]
    name: str = ""


def _quoted(text: str) -> str:
    mark, close = text[0], text[-1]
    return f"{mark}(?P<{{name}}>[^{close}]+){close}"


_KINDS: Final = (
    # 'x', "x", `x`, ‘x’: not an apostrophe inside a word
    _Kind(r"(?<!\w)(?:'[^'\n]+'(?!\w)|\"[^\"\n]+\"|`[^`'\n]+[`']|‘[^’\n]+’|“[^”\n]+”)", _quoted, "name"),
    _Kind(r"\b[a-z][a-z0-9+.-]*://[^\s'\")>,]+", lambda _: r"(?P<{name}>[^\s'\")>,]+)", "url"),
    _Kind(r"^[^\s:]+:\d+:\d+(?=[:\s])", lambda _: r"(?P<file>[^\s:]+):(?P<line>\d+):\d+"),
    _Kind(r"^[^\s:]+:\d+(?=[:\s])", lambda _: r"(?P<file>[^\s:]+):(?P<line>\d+)"),
    _Kind(r"\b\d{1,3}(?:\.\d{1,3}){3}:\d+\b", lambda _: r"(?P<{name}>[\d.]+:\d+)", "address"),
    _Kind(r"\b\d{1,3}(?:\.\d{1,3}){3}\b", lambda _: r"(?P<{name}>[\d.]+)", "address"),
    _Kind(r"(?<!\S)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*", lambda _: r"\S+(?: \d\d:\d\d:\d\d\S*)?"),
    _Kind(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", lambda _: r"(?P<{name}>[0-9a-f-]+)", "id"),
    _Kind(r"\b0x[0-9a-fA-F]+\b", lambda _: r"0x[0-9a-fA-F]+"),
    _Kind(r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b", lambda _: r"(?P<{name}>[0-9a-f]+)", "hash"),
    # paths: /usr/lib/x.so, ./x, ~/x, C:\x, a/b/c.py, and bare names of files
    _Kind(r"(?:(?<![\w/.])(?:~|\.{1,2})?/[^\s:'\"),;]+|\b[A-Za-z]:\\[^\s:'\"),;]+)", lambda _: r"(?P<{name}>[^\s:'\"),;]+)", "path"),
    _Kind(r"(?<![\w/])(?:[\w.@+-]+/)+[\w.@+-]*[\w@+-]", lambda _: r"(?P<{name}>[^\s:'\"),;]+)", "path"),
    _Kind(rf"\b[\w-]+\.(?:{_SUFFIXES})\b", lambda _: r"(?P<{name}>[\w.-]+)", "file"),
    _Kind(rf"(?<![\w.])v?\d+(?:\.\d+){{1,3}}{_PRERELEASE}\b(?!\.\d)", lambda _: r"(?P<{name}>v?\d[\w.+-]*\w)", "version"),
    _Kind(r"\b\d+(?:x\d+)+\b", lambda _: r"(?P<{name}>\d+(?:x\d+)+)", "shape"),
    # Error numbers are part of the message.
    _Kind(r"(?<![\w.])(?<![Ee]rrno )\d+(?![\w.]*[A-Za-z_])", lambda _: r"(?P<{name}>\d+)"),
)  # fmt: skip
_VARIES: Final = re.compile("|".join(f"(?P<kind{i}>{kind.looks})" for i, kind in enumerate(_KINDS)))


def message_of(row: str) -> str:
    """What a raw row says, without escapes and without the prefixes before the message."""
    text = on_screen(Mapped.raw(row)).text
    for piece in pieces_of(Mapped.raw(row)):
        starts = [start for start in piece.starts if sum(map(str.isalpha, piece.text[start:])) >= _MIN_LETTERS]
        if starts:
            text = piece.text[starts[-1] :]
    return text.strip()


def generalised(message: str) -> str:
    """A pattern for the kind of message that this is one of.

    :param message: as :func:`message_of` gives it
    :return: a pattern in RE2 syntax that starts with ``^`` and matches the message
    """
    parts = ["^"]
    names: dict[str, int] = {}
    at = 0
    for match in _VARIES.finditer(message):
        before = message[at : match.start()]
        kind = _KINDS[int((match.lastgroup or "kind0").removeprefix("kind"))]
        parts.append(_escaped(before))
        parts.append(_named(kind.pattern(match[0]), _name(message[: match.start()], kind.name), names))
        at = match.end()
    parts.append(_escaped(message[at:]))
    return "".join(parts)


def _name(before: str, default: str) -> str:
    noun = _NOUN.search(before)
    return noun[1].lower() if noun else default


def _named(pattern: str, name: str, names: dict[str, int]) -> str:
    if "{name}" not in pattern:
        return pattern
    if not name:  # a number that nothing names says nothing in a card
        return pattern.replace("(?P<{name}>", "").removesuffix(")")
    names[name] = names.get(name, 0) + 1
    return pattern.replace("{name}", name if names[name] == 1 else f"{name}_{names[name]}")


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)
