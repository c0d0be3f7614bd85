"""What a card says, as plain data: the same for every style. Texts still have their places to fill in."""

from __future__ import annotations

from dataclasses import dataclass, field

from errkb_ls.knowledge import Entry, Known, tier_of
from errkb_ls.knowledge.entry import DeadEnd, Workaround
from errkb_ls.rendering.language import Words, is_chinese
from errkb_ls.rendering.markdown import safe_url
from errkb_ls.rendering.message import first_sentences
from errkb_ls.rendering.versions import version_ranges


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an entry a card shows."""

    sentences: int
    workarounds: int
    dead_ends: int
    confused: int
    links: int


@dataclass(frozen=True, slots=True)
class Advice:
    """A workaround or a dead end: what is done, why it fails, a command for it, remarks such as when it applies."""

    action: str
    why: str = ""
    command: str | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """A card's parts in order.

    :param badge: how far the entry can be trusted, in words
    :param signature: an example of the message, with values of its own
    :param confused: ids of entries it is taken for, and how to tell
    :param origin: where the knowledge comes from, in phrases
    :param more: whether the limits left something out
    """

    entry_id: str
    badge: str
    signature: str
    cause: str
    workarounds: list[Advice] = field(default_factory=list)
    dead_ends: list[Advice] = field(default_factory=list)
    versions: list[str] = field(default_factory=list)
    confused: list[tuple[str, str]] = field(default_factory=list)
    origin: list[str] = field(default_factory=list)
    documentation: str | None = None
    links: list[str] = field(default_factory=list)
    more: bool = False


def parts_of(entry: Entry, known: Known | None, words: Words, limits: Limits | None) -> Parts:
    """Take an entry apart for a card.

    :param known: where the entry was read, for its tier and layer
    :param limits: how much to show; None for everything
    """
    cause = words.field(entry.root_cause, entry.root_cause_zh)
    workarounds, dead_ends, links = _workarounds(entry, words), _dead_ends(entry, words), _links(entry)
    edges = entry.transition_graph.frequently_confused_with
    confused = [(edge.error_id, words.field(edge.distinction, edge.distinction_zh)) for edge in edges]
    everything = Limits(len(cause), len(workarounds), len(dead_ends), len(confused), len(links))
    limits = limits or everything
    short_cause = first_sentences(cause, limits.sentences) if limits.sentences else cause
    return Parts(
        entry_id=entry.id,
        badge=_badge(entry, known, words),
        # A hover stands beside the line itself; there only a translation of it says something new.
        signature=words.field("" if limits is not everything else entry.signature, entry.signature_zh, mark=False),
        cause=short_cause,
        workarounds=workarounds[: limits.workarounds],
        dead_ends=dead_ends[: limits.dead_ends],
        versions=version_ranges(entry),
        confused=confused[: limits.confused],
        origin=_origin(entry, known, words),
        documentation=safe_url(entry.official_doc_url),
        links=links[: limits.links],
        more=short_cause != cause
        or limits.workarounds < everything.workarounds
        or limits.dead_ends < everything.dead_ends
        or limits.confused < everything.confused
        or limits.links < everything.links,
    )


def _badge(entry: Entry, known: Known | None, words: Words) -> str:
    tier = tier_of(entry, known.path) if known else "claimed"
    return words("ai_generated" if tier == "claimed" and entry.verification_tier == "ai_generated" else f"tier_{tier}")


def _workarounds(entry: Entry, words: Words) -> list[Advice]:
    texts = entry.workarounds_zh
    return [
        Advice(
            words.field(w.action or w.how, texts[i] if i < len(texts) else None),
            # The public data often repeats the action here, or writes prose; a command of one line is worth showing as such.
            command=w.command or (w.how if w.action and w.how and w.how != w.action and not is_chinese(w.how) else None),
            remarks=_remarks(words, w.condition, w.success_rate, "success_rate", w.verified),
        )
        for i, w in enumerate(entry.workarounds)
        if w.action or w.how
    ]


def _dead_ends(entry: Entry, words: Words) -> list[Advice]:
    advice: list[Advice] = []
    for i, dead_end in enumerate(entry.dead_ends):
        text = entry.dead_ends_zh[i] if i < len(entry.dead_ends_zh) else None
        action = words.field(dead_end.action, text.action if text else None, mark=not dead_end.why_fails)
        why = words.field(dead_end.why_fails, text.why_fails if text else None)
        remarks = _remarks(words, dead_end.condition, dead_end.fail_rate, "fail_rate", dead_end.verified)
        if action or why:
            advice.append(Advice(action or why, why if action else "", remarks=remarks))
    return advice


def _remarks(words: Words, condition: str | None, rate: float | None, rate_key: str, verified: str | None) -> tuple[str, ...]:
    """A rate is the author's estimate, and said to be; what was verified needs none."""
    estimate = words(rate_key, round(rate * 100)) if rate is not None and not verified else ""
    return tuple(filter(None, (words("when", condition) if condition else "", words("verified") if verified else "", estimate)))


def _origin(entry: Entry, known: Known | None, words: Words) -> list[str]:
    tried: tuple[Workaround | DeadEnd, ...] = (*entry.workarounds, *entry.dead_ends)
    verified = dict.fromkeys(part.verified for part in tried if part.verified)
    resolvable = str(entry.resolvable).lower()
    phrases = (
        words("layer", known.layer) if known and known.layer != "built-in" else "",
        *(words("verified_with", text) for text in verified),
        words("last_confirmed", entry.last_confirmed) if entry.last_confirmed and not verified else "",
        words("evidence_count", entry.evidence_count) if (entry.evidence_count or 0) > 1 else "",
        words(f"resolvable_{resolvable}") if resolvable in ("false", "partial") else "",
    )
    return [phrase for phrase in phrases if phrase]


def _links(entry: Entry) -> list[str]:
    tried: tuple[Workaround | DeadEnd, ...] = (*entry.workarounds, *entry.dead_ends)
    sources = [source for part in tried for source in part.sources]
    urls = [source.get("url") if isinstance(source, dict) else source for source in sources]
    return list(dict.fromkeys(url for url in (safe_url(url) for url in urls if isinstance(url, str)) if url))
