"""Cards as people read them: golden files, which are looked at whenever they change.

To write them anew: ``ERRKB_RENEW_GOLDEN=1 python3 dev.py test tests/rendering``; then read the difference.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from errkb_ls.engine import Engine
from errkb_ls.knowledge import Entry, Knowledge, Known
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
    """A hover holds it without scrolling: at most 25 lines and 1,500 characters."""
    for entry in engine.knowledge:
        text = card(made_up(entry), engine.knowledge, language, style=style)
        assert text.count("\n") < 25, entry.id
        assert len(text) <= 1500, entry.id


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
    assert "Applies to: torch >=2.0, <=2.5.1; cuda >=11, <12; all of them" in text


def test_not_resolvable_is_said() -> None:
    """``resolvable`` is a string in the public data."""
    for value, said in (("false", "no fix is known"), (False, "no fix is known"), ("partial", "in part"), ("true", None), (None, None)):
        text = card(made_up(Entry(id="a", signature="s", resolvable=value)), Knowledge(), "en", style="plain")
        assert (said in text) if said else ("Source" not in text)


def test_what_is_not_translated_is_marked_once() -> None:
    """The mark stays when the text is cut, and English readers of a Chinese entry get it too."""
    entry = Entry(
        id="a", signature="s", root_cause="One. Two. Three.", dead_ends=[DeadEnd(action="Try", why_fails="No", condition="Linux")]
    )
    text = card(made_up(entry), Knowledge(), "zh", style="plain")
    assert "原因：One. Two.（未翻译）" in text
    assert "- Try – No（适用于：Linux；未翻译）" in text
    assert "Cause: 坏了。 (untranslated)" in card(
        made_up(Entry(id="a", signature="s", root_cause_zh="坏了。")), Knowledge(), "en", style="plain"
    )


def test_how_is_a_command_or_a_sentence() -> None:
    """The public data has either; a repeated action is not told twice."""
    hows = ("pip install x", "Open the settings. Press Reset.", "Do it.")
    entry = Entry(id="a", signature="s", workarounds=[Workaround(action="Do it.", how=how) for how in hows])
    assert card(made_up(entry), Knowledge(), "en", style="markdown") == (
        "**a** · *unverified claim*\n\n**Try first**: Do it.\n\n```\npip install x\n```\n\n"
        "**Also possible**:\n- Do it. Open the settings. Press Reset.\n- Do it."
    )


def test_commands_are_shown_whole() -> None:
    """What is to be copied is neither cut nor put on one line."""
    entry = Entry(id="a", signature="s", workarounds=[Workaround(action="x"), Workaround(action="y", command="z" * 200 + "\nnext\tline")])
    for style in ("markdown", "plain"):
        assert "z" * 200 + "\n" in card(made_up(entry), Knowledge(), "en", style=style)
        assert "next\tline" in card(made_up(entry), Knowledge(), "en", style=style)


def test_evidence_does_not_verify_advice(tmp_path: Path) -> None:
    """A message that was seen in a log is real; what an AI advises is still unverified."""
    (tmp_path / "a.txt").touch()
    entry = Entry(id="a", signature="s", verification_tier="ai_generated")
    knowledge = Knowledge({"a": Known(entry, str(tmp_path / "a.json"), "built-in")})
    assert card(made_up(entry), knowledge, "en", style="plain") == "a (seen in a real log; AI-written, unverified)"
