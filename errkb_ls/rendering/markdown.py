"""Markdown that shows a text as it is, whatever is in it, in every client.

The portable subset: emphasis, code spans, fenced blocks, flat lists, plain links. No tables, HTML, entities, images or command links.
"""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import quote, urlsplit

from errkb_ls.matching.finding import Finding
from errkb_ls.rendering.filling import fill, harmless, plain

_CODE_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
#: Only what would mean something where it stands: Neovim shows a backslash that was not needed.
_SPECIAL: Final = re.compile(
    r"""
      [\\*`\[\]<]
    | (?<!\w) _ | _ (?!\w)          # inside a word it is just itself
    | ~ (?=~) | (?<=~) ~
    | & (?= \#? \w+ ; )             # entities
    # what starts a list, a quotation, a heading or a rule
    | ^ \s* (?: [-+] (?=\s|$) | > | \#+ (?=\s|$) | [=-]+ (?=\s*$) | \d+ (?=[.)](?:\s|$)) )
    """,
    re.VERBOSE | re.MULTILINE,
)


def prose(text: str, finding: Finding) -> str:
    """A text of an entry, with captured values as code spans. Its own spans in backticks stay code, everything else is shown as it is."""
    parts: list[str] = []
    at = 0
    for match in _CODE_SPAN.finditer(text):
        parts += [fill(escape(text[at : match.start()]), finding, code), code(fill(match[1], finding, plain))]
        at = match.end()
    return "".join([*parts, fill(escape(text[at:]), finding, code)])


def escape(text: str) -> str:
    """Text to be shown as it is."""
    return _SPECIAL.sub(lambda match: _escaped(match[0]), harmless(text))


def code(text: str) -> str:
    """A code span that nothing in the text can end."""
    text = plain(text)
    if not text:
        return '""'
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def block(text: str) -> str:
    """A fenced block that nothing in the text can end. It names no language: a command may be a shell's or a line of code."""
    lines = [harmless(line) for line in text.split("\n")]
    fence = "`" * max(3, max(map(len, re.findall("`+", text)), default=0) + 1)
    return "\n".join([fence, *lines, fence])


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


def _escaped(mark: str) -> str:
    blanks = mark[: len(mark) - len(mark.lstrip())]
    mark = mark.lstrip()
    # A digit cannot be escaped; the word joiner in front of it keeps "1." from being a list.
    return f"{blanks}\u2060{mark}" if mark.isdigit() else f"{blanks}\\{mark}"
