"""Which of several findings at one place to tell: the specific one hides the generic one.

An edge of ``frequently_confused_with`` that says ``wins`` decides. Where the knowledge is silent, the pattern with more literal
characters is the more specific one, then the longer match.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from errkb_ls.knowledge import Entry
from errkb_ls.matching.finding import Finding
from errkb_ls.matching.pattern import shape_of


def outrank(findings: Iterable[Finding]) -> list[Finding]:
    """Fold outranked findings into the ones that outrank them, as :attr:`Finding.also`.

    :param findings: in any order
    :return: those to tell, ordered by place
    """
    kept: list[Finding] = []
    for cluster in _clusters(findings):
        kept += cluster if len(cluster) == 1 else _outrank(cluster)
    return sorted(kept, key=lambda finding: (finding.span, finding.entry.id))


def declared_winner(entry: Entry, other: Entry) -> bool:
    """Whether the knowledge says that ``entry`` is the one to show where both match."""
    return any(edge.wins and edge.error_id == other.id for edge in entry.transition_graph.frequently_confused_with)


def _clusters(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Findings that may overlap with each other, kept apart from those that do not: one pass instead of every pair."""
    clusters: list[list[Finding]] = []
    upto = (-1, -1)
    for finding in sorted(findings, key=lambda finding: finding.span):
        if (finding.span.row, finding.span.column) >= upto:
            clusters.append([])
        clusters[-1].append(finding)
        upto = max(upto, (finding.span.end_row, finding.span.end_column))
    return clusters


def _outrank(cluster: list[Finding]) -> list[Finding]:
    kept: list[Finding] = []
    # Strongest first, so what a finding overlaps with among those kept is stronger than it.
    for finding in sorted(cluster, key=_strength, reverse=True):
        rival = next((i for i, other in enumerate(kept) if other.span.overlaps(finding.span)), None)
        if rival is None:
            kept.append(finding)
        elif declared_winner(finding.entry, kept[rival].entry):
            kept[rival] = _with_also(finding, kept[rival])
        else:
            kept[rival] = _with_also(kept[rival], finding)
    return kept


def _strength(finding: Finding) -> tuple[int, int, str]:
    wording = finding.entry.wordings[finding.wording]
    literals = shape_of(wording.regex).literals if wording.regex else len(wording.signature)
    return literals, len(finding.text), finding.entry.id


def _with_also(winner: Finding, loser: Finding) -> Finding:
    ids = dict.fromkeys((*winner.also, loser.entry.id, *loser.also))
    ids.pop(winner.entry.id, None)
    return replace(winner, also=tuple(ids))
