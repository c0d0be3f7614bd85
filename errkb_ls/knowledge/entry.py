"""An entry of the knowledge base and its parts, as the JSON files spell them.

The types follow the schema of the public data (flat, as in the two seed files); the nested form of the same data is
turned into it by :mod:`errkb_ls.knowledge.decoding`. Keys that are not named here are ignored. Everything but ``id`` and
``signature`` may be missing or null: real data is uneven, and an entry with a cause but no workaround is still worth showing.
"""

from __future__ import annotations

from typing import Any, Final

from msgspec import Struct, field

#: Tiers, best first. Which one an entry has is computed from the files beside it: :mod:`errkb_ls.knowledge.tiers`.
TIERS: Final = ("reproduced", "observed", "documented", "claimed")


class Version(Struct, frozen=True, kw_only=True):
    """One row of ``versions``. Rows are and-ed: ``torch>=2.0`` and ``torch<=2.5.1`` is one range."""

    version: str | None = None
    introduced: str | None = None
    deprecated: str | None = None
    removed: str | None = None
    behavior_change: str | None = None
    status: str | None = None


class DeadEnd(Struct, frozen=True, kw_only=True):
    """What people try in vain. ``action`` is empty in some of the public data; ``why_fails`` then stands alone."""

    action: str = ""
    why_fails: str = ""
    fail_rate: float | None = None
    condition: str | None = None
    sources: list[Any] = field(default_factory=list)
    verified: str | None = None


class DeadEndText(Struct, frozen=True, kw_only=True):
    """Translation of the dead end at the same index."""

    action: str = ""
    why_fails: str = ""


class Workaround(Struct, frozen=True, kw_only=True):
    """What helps. ``command`` (ours) is what to copy; ``how`` often repeats ``action`` in the public data."""

    action: str = ""
    success_rate: float | None = None
    how: str | None = None
    condition: str | None = None
    sources: list[Any] = field(default_factory=list)
    command: str | None = None
    verified: str | None = None


class Edge(Struct, frozen=True, kw_only=True):
    """An edge of the transition graph. ``wins``: where both entries match one place, the entry with the edge is shown."""

    error_id: str
    distinction: str | None = None
    distinction_zh: str | None = None
    probability: float | None = None
    condition: str | None = None
    wins: bool = False


class TransitionGraph(Struct, frozen=True, kw_only=True):
    """Neighbours of an entry in the order things go wrong, and those it is mistaken for."""

    leads_to: list[Edge] = field(default_factory=list)
    preceded_by: list[Edge] = field(default_factory=list)
    frequently_confused_with: list[Edge] = field(default_factory=list)


class Variant(Struct, frozen=True, kw_only=True):
    """Another wording of the same failure, usually of another version of the tool."""

    signature: str
    regex: str | None = None
    versions: list[str] = field(default_factory=list)


class Context(Struct, frozen=True, kw_only=True):
    """A condition on the lines around: ``regex`` must (or, negated, must not) match one of them.

    ``lines_before`` and ``lines_after`` are numbers of rows; where both are 0 the failing row itself is meant.
    """

    regex: str
    lines_before: int = 0
    lines_after: int = 0
    negate: bool = False


class Entry(Struct, frozen=True, kw_only=True):
    """A known failure: how to recognise it, its cause, what helps and what does not."""

    id: str
    signature: str
    signature_zh: str | None = None
    regex: str | None = None
    variants: list[Variant] = field(default_factory=list)
    context: list[Context] = field(default_factory=list)
    executes_when: dict[str, Any] = field(default_factory=dict)
    domain: str | None = None
    category: str | None = None
    subcategory: str | None = None
    root_cause: str | None = None
    root_cause_type: str | None = None
    root_cause_zh: str | None = None
    versions: list[Version] = field(default_factory=list)
    os_specific: dict[str, Any] = field(default_factory=dict)
    dead_ends: list[DeadEnd] = field(default_factory=list)
    dead_ends_zh: list[DeadEndText] = field(default_factory=list)
    workarounds: list[Workaround] = field(default_factory=list)
    workarounds_zh: list[str] = field(default_factory=list)
    transition_graph: TransitionGraph = field(default_factory=TransitionGraph)
    official_doc_url: str | None = None
    official_doc_section: str | None = None
    error_code: str | int | None = None
    verification_tier: str | None = None
    confidence: float | None = None
    fix_success_rate: float | None = None
    resolvable: str | bool | None = None
    first_seen: str | None = None
    last_confirmed: str | None = None
    last_updated: str | None = None
    evidence_count: int | None = None
    tags: list[str] = field(default_factory=list)
    locale: str | None = None
    aliases: list[str] = field(default_factory=list)

    @property
    def wordings(self) -> tuple[Variant, ...]:
        """Every wording with its pattern: the entry's own first, then its variants."""
        return (Variant(signature=self.signature, regex=self.regex), *self.variants)
