"""Cards as people read them: golden files, which are looked at whenever they change.

To write them anew: ``ERRKB_RENEW_GOLDEN=1 python3 dev.py test tests/rendering``; then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.knowledge import Entry, Knowledge
from errkb_ls.knowledge.entry import DeadEnd, Version, Workaround
from errkb_ls.rendering import card

from .conftest import finding_of, made_up

GOLDEN = Path(__file__).parent / "golden"
ENTRIES = (
    "pytorch/compile-recompilation-limit",
    "pytorch/torchscript-recursive-trace",
    "pytorch/recompile-limit",
    "git/push-rejected",
    "python/module-not-found",
    "c/undefined-reference",
)


@pytest.mark.parametrize("style", ["markdown", "plain"])
@pytest.mark.parametrize("detail", ["compact", "full"])
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("entry_id", ENTRIES)
def test_golden(engine: Engine, entry_id: str, language: str, detail: str, style: str) -> None:
    """The card is the one that was read and found good."""
    text = card(finding_of(engine, entry_id), engine.knowledge, language, style=style, detail=detail) + "\n"
    path = GOLDEN / f"{entry_id.replace('/', '-')}.{language}.{detail}.{'md' if style == 'markdown' else 'txt'}"
    if os.environ.get("ERRKB_RENEW_GOLDEN"):
        path.write_text(text, "utf-8")
    assert text == path.read_text("utf-8")


@pytest.mark.parametrize("style", ["markdown", "plain"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_compact_card_fits(engine: Engine, language: str, style: str) -> None:
    """A hover holds it without scrolling: at most 25 lines and about 1,500 characters."""
    for entry in engine.knowledge:
        text = card(made_up(entry), engine.knowledge, language, style=style)
        assert text.count("\n") < 25, entry.id
        assert len(text) <= 1700, entry.id


def test_every_entry_is_told_in_chinese(engine: Engine) -> None:
    """Nothing of our own entries is left untranslated; of the seeds, what is not translated is marked."""
    for known in engine.knowledge.known.values():
        text = card(made_up(known.entry), engine.knowledge, "zh", style="markdown", detail="full")
        assert ("未翻译" in text) is (known.entry.verification_tier == "ai_generated"), known.entry.id


def test_empty_fields_leave_no_headings() -> None:
    """An entry with nothing but a signature has a card of its name and trust."""
    text = card(made_up(Entry(id="a/b", signature="boom")), Knowledge(), "en", style="markdown")
    assert text == "**a/b** · *unverified claim*"


def test_rates_are_said_to_be_estimates() -> None:
    """Nobody counted them; where something was verified, it needs none."""
    entry = Entry(
        id="a",
        signature="s",
        workarounds=[Workaround(action="Mend.", success_rate=0.9), Workaround(action="Verify.", success_rate=0.5, verified="tool 1.0")],
        dead_ends=[DeadEnd(action="", why_fails="No use.", fail_rate=0.7)],
    )
    text = card(made_up(entry), Knowledge(), "en", style="plain", detail="full")
    assert "Mend. (author's estimate: helps in 90 %)" in text
    assert "Verify. (verified)" in text
    assert "verified with tool 1.0" in text
    assert "50" not in text
    assert "- No use. (author's estimate: fails in 70 %)" in text


def test_versions_are_one_range_for_each_package() -> None:
    """Rows mean *and*; what is no specifier is shown as it is."""
    versions = [Version(version=v) for v in ("torch>=2.0", "torch<=2.5.1", "cuda >= 11, <12", "all of them", None)]
    text = card(made_up(Entry(id="a", signature="s", versions=versions)), Knowledge(), "en", style="plain")
    assert "Applies to: torch >=2.0, <=2.5.1, cuda >=11, <12, all of them" in text


def test_not_resolvable_is_said() -> None:
    """``resolvable`` is a string in the public data."""
    for value, said in (("false", "no fix is known"), (False, "no fix is known"), ("partial", "in part"), ("true", None), (None, None)):
        text = card(made_up(Entry(id="a", signature="s", resolvable=value)), Knowledge(), "en", style="plain")
        assert (said in text) if said else ("Source" not in text)
