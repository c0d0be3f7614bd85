"""Markdown that shows a text as it is, whatever is in it, in every client.

The portable subset: emphasis, code spans, fenced blocks, flat lists, plain links. No tables, HTML, entities, images or command links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from urllib.parse import quote, urlsplit

from errkb_ls.matching.finding import Finding
from errkb_ls.rendering.filling import fill, harmless, harmless_lines, pieces, plain

_CODE_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
#: Only what would mean something where it stands: Neovim shows a backslash that was not needed.
_SPECIAL: Final = re.compile(
    r"""
      [\\*`\[\]<]
    | (?<![^\W_]) _ | _ (?![^\W_])    # inside a word it is just itself
    | ~ (?=~) | (?<=~) ~
    | & (?= \#? \w+ ; )              # entities
    """,
    re.VERBOSE,
)
#: What starts a list, a quotation, a heading or a rule. A list's number is kept, the sign after it escaped.
_START: Final = re.compile(r"^(\s*\d*)((?<=\d)[.)](?=\s|$)|(?<!\d)(?:[-+](?=\s|$)|>|#+(?=\s|$)|[=-]+(?=\s*$)))")


def prose(text: str, finding: Finding) -> str:
    """A text of an entry, with captured values as code spans. Its own spans in backticks stay code, everything else is shown as it is."""
    # Code spans that touch become one: their backticks would run together, and a capture could leave them.
    runs = groupby(_runs(text, finding), key=lambda run: run[0])
    joined = [(is_code, "".join(piece for _, piece in run)) for is_code, run in runs]
    told = "".join(code(piece) if is_code else _SPECIAL.sub(r"\\\g<0>", harmless(piece)) for is_code, piece in joined)
    return _START.sub(r"\1\\\2", told)


def escape(text: str) -> str:
    """Text to be shown as it is."""
    return _START.sub(r"\1\\\2", _SPECIAL.sub(r"\\\g<0>", harmless(text)))


def code(text: str) -> str:
    """A code span that nothing in the text can end."""
    text = harmless(text).strip() or '""'
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def block(text: str) -> str:
    """A fenced block that nothing in the text can end. It names no language: a command may be a shell's or a line of code."""
    fence = "`" * max(3, max(map(len, re.findall("`+", text)), default=0) + 1)
    return "\n".join([fence, harmless_lines(text), fence])


def link(text: str, url: str) -> str:
    """A link where the address is one for a browser, otherwise just the text."""
    safe = safe_url(url)
    return f"[{escape(text)}]({safe})" if safe else escape(text)


def safe_url(url: str | None) -> str | None:
    """The address, with everything quoted that could end it early; None unless it is http or https with a host."""
    try:
        parts = urlsplit(url or "")
    except ValueError:
        return None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return None
    return quote(harmless(url or ""), safe=":/?#[]@!$&'*+,;=%~-._").replace("[", "%5B").replace("]", "%5D")


def _runs(text: str, finding: Finding) -> Iterator[tuple[bool, str]]:
    """A text in pieces that are not empty, code told by True."""
    at = 0
    for match in _CODE_SPAN.finditer(text):
        yield from _filled(text[at : match.start()], finding)
        yield True, fill(match[1], finding, plain)
        at = match.end()
    yield from _filled(text[at:], finding)


def _filled(text: str, finding: Finding) -> Iterator[tuple[bool, str]]:
    for is_value, piece in pieces(text, finding):
        if is_value or piece:
            yield is_value, (plain(piece) or '""') if is_value else piece
