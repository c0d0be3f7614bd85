"""A failure as a JSON object, for other programs. Keys are an interface: they are added to, never changed."""

from __future__ import annotations

from typing import Any, Final

from errkb_ls.matching.finding import Failure, Span
from errkb_ls.rendering.language import Language
from errkb_ls.rendering.message import message

#: How many places of one failure are listed; ``count`` has their number.
_MAX_OCCURRENCES: Final = 100


def failure_object(path: str, failure: Failure, severity: str, language: Language) -> dict[str, Any]:
    """The object of a failure. Lines and columns are 1-based, columns count code points of the raw text, ends are exclusive."""
    finding = failure.finding
    return {
        "path": path,
        **_place(finding.span),
        "entry": finding.entry.id,
        "severity": severity,
        "message": message(finding, language),
        "text": finding.text,
        "count": failure.count,
        "role": failure.role,
        "also": list(finding.also),
        "captures": finding.captures,
        "occurrences": [_place(span) for span in failure.spans[:_MAX_OCCURRENCES]],
    }


def _place(span: Span) -> dict[str, int]:
    return {
        "line": span.row + 1,
        "column": span.column + 1,
        "end_line": span.end_row + 1,
        "end_column": span.end_column + 1,
    }
