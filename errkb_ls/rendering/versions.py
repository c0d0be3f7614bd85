"""``versions`` of an entry as people write them: rows are and-ed, one range for each package."""

from __future__ import annotations

import re
from typing import Final

from errkb_ls.knowledge import Entry

_SPECIFIER: Final = re.compile(r"^\s*(?P<package>[A-Za-z][\w .+-]*?)?\s*(?P<rest>(?:[<>=!~^]=?|===).*)$")


def version_ranges(entry: Entry) -> list[str]:
    """Ranges such as ``torch >=2.0, <=2.5.1``; what is not of that form is passed on as it is."""
    ranges: dict[str, list[str]] = {}
    others: list[str] = []
    for row in entry.versions:
        text = (row.version or "").strip()
        if not text:
            continue
        if match := _SPECIFIER.match(text):
            parts = [re.sub(r"\s+", "", part) for part in match["rest"].split(",")]
            ranges.setdefault((match["package"] or "").strip(), []).extend(part for part in parts if part)
        else:
            others.append(text)
    return [f"{package} {', '.join(dict.fromkeys(parts))}".strip() for package, parts in ranges.items()] + others
