"""What a card says, as plain data: the same for every style. Texts still have their places to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from errkb_ls.knowledge import Entry, Known, tier_of
from errkb_ls.knowledge.entry import DeadEnd, Workaround
from errkb_ls.rendering.language import Words, is_chinese
from errkb_ls.rendering.markdown import safe_url
from errkb_ls.rendering.message import first_sentences, shortened
from errkb_ls.rendering.versions import version_ranges

#: The public data puts a command or a sentence into ``how``. Commands hardly ever begin with a capitalised word or have Chinese in them.
_PROSE: Final = re.compile(r"\s*[A-Z][a-z]+[ ,:]")
_FULL_STOPS: Final = (".", "!", "?", "。", "！", "？")
_MAX_SIGNATURE: Final = 120
#: How many versions and phrases of origin are shown of an entry whose texts have to be cut.
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class Limits:
    """How much of an entry a card shows.

    :param length: characters of a single text; longer commands are left out. None: however many they have.
    """

    sentences: int
    workarounds: int
    dead_ends: int
    confused: int
    length: int | None = None


@dataclass(frozen=True, slots=True)
class Advice:
    """A workaround, or a dead end and why it is one.

    :param remarks: such as when it applies and who says so
    """

    text: str
    command: str | None = None
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """A card's parts in order.

    :param badge: how far the entry can be trusted, in words
    :param signature: an example of the message, with values of its own
    :param confused: ids of entries it is taken for, and how to tell
    :param origin: where the knowledge comes from, in phrases
    :param more: whether something was left out
    """

    entry_id: str
    badge: str
    signature: str
    cause: Advice
    workarounds: tuple[Advice, ...] = ()
    dead_ends: tuple[Advice, ...] = ()
    versions: tuple[str, ...] = ()
    confused: tuple[tuple[str, str], ...] = ()
    origin: tuple[str, ...] = ()
    documentation: str | None = None
    links: tuple[str, ...] = ()
    more: bool = False


def parts_of(entry: Entry, known: Known | None, words: Words, limits: Limits | None) -> Parts:
    """Take an entry apart for a card.

    :param known: where the entry was read, for its tier and layer
    :param limits: how much to show; None for everything
    """
    cause, translated = words.choose(entry.root_cause, entry.root_cause_zh)
    edges = entry.transition_graph.frequently_confused_with
    whole = Parts(
        entry_id=entry.id,
        badge=_badge(entry, known, words),
        signature=words.choose(entry.signature, entry.signature_zh)[0],
        cause=Advice(cause, remarks=() if translated else (words("untranslated"),)),
        workarounds=tuple(_workarounds(entry, words)),
        dead_ends=tuple(_dead_ends(entry, words)),
        versions=tuple(version_ranges(entry)),
        confused=tuple((edge.error_id, words.field(edge.distinction, edge.distinction_zh)) for edge in edges),
        origin=tuple(_origin(entry, known, words)),
        documentation=safe_url(entry.official_doc_url),
        links=tuple(_links(entry)),
    )
    return _limited(whole, entry, limits) if limits else whole


def _limited(whole: Parts, entry: Entry, limits: Limits) -> Parts:
    part = replace(
        whole,
        cause=replace(whole.cause, text=first_sentences(whole.cause.text, limits.sentences)),
        workarounds=whole.workarounds[: limits.workarounds],
        dead_ends=whole.dead_ends[: limits.dead_ends],
        confused=whole.confused[: limits.confused],
        links=(),
    )
    if limits.length:
        part = _abridged(part, limits.length)
    # A hover stands beside the line itself; there only a translation of it says something new.
    signature = "" if whole.signature == entry.signature else shortened(whole.signature, _MAX_SIGNATURE)
    return replace(part, more=part != whole, signature=signature)


def _abridged(part: Parts, length: int) -> Parts:
    """With every text cut; a command that is too long to show is left out."""

    def cut(advice: Advice) -> Advice:
        command = advice.command if len(advice.command or "") <= length else None
        remarks = tuple(_cut(remark, length // 2) for remark in advice.remarks)
        return Advice(_cut(advice.text, length), command, remarks)

    return replace(
        part,
        entry_id=shortened(part.entry_id, length),
        cause=cut(part.cause),
        workarounds=tuple(map(cut, part.workarounds)),
        dead_ends=tuple(map(cut, part.dead_ends)),
        versions=tuple(_cut(version, length // 2) for version in part.versions[:_FEW]),
        origin=tuple(_cut(phrase, length // 2) for phrase in part.origin[:_FEW]),
        documentation=part.documentation if len(part.documentation or "") <= 2 * length else None,
    )


def _cut(text: str, length: int) -> str:
    text = shortened(text, length)
    # Not within code, whose other backtick would be missing.
    return text if text.count("`") % 2 == 0 else text[: text.rindex("`")].rstrip() + "…"


def _badge(entry: Entry, known: Known | None, words: Words) -> str:
    tier = tier_of(entry, known.path) if known else "claimed"
    if entry.verification_tier != "ai_generated" or tier == "reproduced":
        return words(f"tier_{tier}")
    # A log proves that the message exists, not that the advice is any good.
    unverified = words("ai_generated")
    return unverified if tier == "claimed" else words("and").join((words(f"tier_{tier}"), unverified))


def _workarounds(entry: Entry, words: Words) -> Iterator[Advice]:
    texts = entry.workarounds_zh
    for i, w in enumerate(entry.workarounds):
        action, translated = words.choose(w.action or w.how, texts[i] if i < len(texts) else None)
        if not action:
            continue
        how = w.how if w.action and w.how and w.how.strip() != w.action.strip() else None
        is_command = how is not None and not _PROSE.match(how) and not is_chinese(how)
        told, told_translated = words.choose(None if is_command else how)
        yield Advice(
            _joined(action, told),
            command=w.command or (how if is_command else None),
            remarks=_remarks(words, w, translated and told_translated, w.success_rate, "success_rate"),
        )


def _dead_ends(entry: Entry, words: Words) -> Iterator[Advice]:
    for i, dead_end in enumerate(entry.dead_ends):
        text = entry.dead_ends_zh[i] if i < len(entry.dead_ends_zh) else None
        action, action_translated = words.choose(dead_end.action, text.action if text else None)
        why, why_translated = words.choose(dead_end.why_fails, text.why_fails if text else None)
        remarks = _remarks(words, dead_end, action_translated and why_translated, dead_end.fail_rate, "fail_rate")
        if action or why:
            yield Advice(_joined(action, why), remarks=remarks)


def _joined(action: str, why: str) -> str:
    if not action or not why:
        return action or why
    # As its language joins sentences, which need not be the reader's.
    words = Words("zh" if is_chinese(why) else "en")
    return action + words("then" if action.rstrip().endswith(_FULL_STOPS) else "because", why)


def _remarks(words: Words, part: Workaround | DeadEnd, translated: bool, rate: float | None, rate_key: str) -> tuple[str, ...]:
    """A rate is the author's estimate, and said to be; what was verified needs none."""
    condition, condition_translated = words.choose(part.condition)
    phrases = (
        words("when", condition) if condition else "",
        "" if translated and condition_translated else words("untranslated"),
        words("verified") if part.verified else "",
        words(rate_key, round(rate * 100)) if rate is not None and not part.verified else "",
    )
    return tuple(filter(None, phrases))


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
