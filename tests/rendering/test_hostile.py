"""Whatever a log or an entry says, a card keeps its shape, links lead to the web only, and a command stays one command."""

from __future__ import annotations

import re
import shlex

from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from errkb_ls.knowledge import Entry, Knowledge
from errkb_ls.knowledge.entry import DeadEnd, Edge, TransitionGraph, Workaround
from errkb_ls.rendering import card, commands, message
from errkb_ls.rendering.filling import harmless

from .conftest import made_up

PIECES = ["`", "``", "```", "\n", "\r\n", "](javascript:alert(1))", "[x](http://x)", "![i](http://i)", "</script>", "<b>", "&lt;", "# ", "- ", "1. ",
          "---", "***", "__", "~~", "|", "\\", "\x1b[31m", "\x1b]0;t\x07", "\u202e", "\u2066", "\u2028", "\x00", "\ud800", "{name}", "$(rm)", "'", '"', ";", "a",
          "字", " ", "    ", "\t", "> ", "http://x.y", "=", "+"]  # fmt: skip
hostile = st.lists(st.sampled_from(PIECES), min_size=1, max_size=12).map("".join)
MARKDOWN = MarkdownIt("commonmark")
#: Tabs stay in an entry's own commands: a makefile needs them.
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u2028\u2029\ud800-\udfff]")


def entry_with(text: str) -> Entry:
    """An entry that says ``text`` everywhere."""
    return Entry(
        id=f"a/{text}b",
        signature="s",
        regex="(?P<name>.*)",
        root_cause=text,
        workarounds=[
            Workaround(action=text, command="run {name} --now"),
            Workaround(action=f"x {text}", command="do {name}", condition=text),
            Workaround(action="x", command=f"x {text}", how=text),
            Workaround(action="x", how=text),
        ],
        dead_ends=[DeadEnd(action=text, why_fails=text)],
        transition_graph=TransitionGraph(frequently_confused_with=[Edge(error_id=text, distinction=text)]),
        official_doc_url="https://example.org/a(b)c d",
        last_confirmed=text,
    )


def structure(text: str) -> list[str]:
    """The blocks of a Markdown text, and what is in its lines besides text and code."""
    kinds: list[str] = []
    for token in MARKDOWN.parse(text):
        kinds.append(token.type)
        kinds += [child.type for child in token.children or () if child.type not in ("text", "code_inline", "softbreak")]
    return kinds


def links(text: str) -> set[str]:
    return {str(c.attrs["href"]) for token in MARKDOWN.parse(text) for c in token.children or () if c.type == "link_open"}


#: What may stand around a place in an entry's text: also nothing, another place, code of the entry, a lone backtick.
TEMPLATES = ("The {name} is {name}. It was `{name}` too.", "{name}", "{name}{name}", "`code`{name}", "{name}`code {name}`{name}", "`{name} `` {name}`", "*{name}*_{name}_")  # fmt: skip


@settings(deadline=None, max_examples=300)
@given(captured=hostile, template=st.sampled_from(TEMPLATES))
@example(captured="`](javascript:alert(1))`", template="The {name}.")
@example(captured="[x](http://evil)`", template="{name}{name}")
def test_a_capture_stays_in_its_code_span(captured: str, template: str) -> None:
    """The card has the same structure as with a harmless capture, in both languages."""
    entry = Entry(
        id="a/b",
        signature="s",
        regex="(?P<name>.*)",
        root_cause=template,
        workarounds=[Workaround(action=template, command="run {name} --now"), Workaround(action=f"x {template}", command="do {name}")],
        dead_ends=[DeadEnd(action=template, why_fails=template, condition=template)],
        transition_graph=TransitionGraph(frequently_confused_with=[Edge(error_id="c/d", distinction=template)]),
    )
    for language in ("en", "zh"):
        text = card(made_up(entry, name=captured), Knowledge(), language, style="markdown", detail="full")
        assert structure(text) == structure(card(made_up(entry, name="x"), Knowledge(), language, style="markdown", detail="full"))
        assert not links(text)


@settings(deadline=None, max_examples=300)
@given(said=hostile)
def test_an_entry_is_shown_as_it_is(said: str) -> None:
    """Entries are data: no HTML, images, headings or links come of their texts."""
    text = card(made_up(entry_with(said), name="x"), Knowledge(), "en", style="markdown", detail="full")
    kinds = set(structure(text))
    assert not kinds & {"html_block", "html_inline", "image", "heading_open", "hr", "blockquote_open", "ordered_list_open"}
    assert links(text) == {"https://example.org/a%28b%29c%20d"}


@settings(deadline=None, max_examples=300)
@given(captured=hostile, said=hostile)
def test_plain_text_controls_nothing(captured: str, said: str) -> None:
    """No escape, bidi control or separator reaches the terminal, in cards and messages."""
    finding = made_up(entry_with(f"{said} {{name}}"), name=captured)
    assert not HARMFUL.search(card(finding, Knowledge(), "en", style="plain", detail="full"))
    assert not HARMFUL.search(message(finding, "en"))
    assert "\n" not in message(finding, "en")
    assert len(message(finding, "en")) <= 120


@settings(deadline=None, max_examples=300)
@given(captured=hostile)
def test_a_command_stays_one_command(captured: str) -> None:
    """A shell reads the captured text as one word, whatever is in it."""
    (_, first), (_, second), _ = commands(made_up(entry_with("x"), name=captured))
    assert shlex.split(first) == ["run", harmless(captured), "--now"]
    assert shlex.split(second) == ["do", harmless(captured)]


@settings(deadline=None, max_examples=300)
@given(captured=hostile)
@example(captured="$(touch pwned)")
@example(captured="harmless")
def test_quotes_of_a_command_do_not_free_a_capture(captured: str) -> None:
    """Where quoting would not hold, a person has to type the value, unless it needs no quotes."""
    value = captured if shlex.quote(captured) == captured else "<name>"
    for template in (
        'say "{name}"',
        "say '{name}'",
        "say `echo {name}`",
        "cat <<END\n{name}\nEND",
        'say "$(echo {name})"',
        "say \\{name}",
        "# don't\nsay {name}",
    ):
        entry = Entry(id="a", signature="s", regex="(?P<name>.*)", workarounds=[Workaround(action="x", command=template)])
        assert commands(made_up(entry, name=captured)) == [("x", template.replace("{name}", value))]


def test_quotes_beside_a_place_do_no_harm() -> None:
    """A value with blanks is quoted as long as the command's own quotes are closed."""
    entry = Entry(id="a", signature="s", regex="(?P<name>.*)", workarounds=[Workaround(action="x", command="sed -i 's/a/b/' lib{name}'$'")])
    assert commands(made_up(entry, name="a b")) == [("x", "sed -i 's/a/b/' lib'a b''$'")]


@settings(deadline=None, max_examples=100)
@given(said=hostile, times=st.integers(1, 150), captured=hostile)
def test_a_compact_card_is_short_whatever_is_told(said: str, times: int, captured: str) -> None:
    """A hover stays a hover, also for an entry that is a book."""
    entry = entry_with(said.replace("{name}", "") * times)
    for style in ("markdown", "plain"):
        text = card(made_up(entry, name=captured), Knowledge(), "en", style=style)
        assert len(text) <= 1500
        assert text.count("\n") < 25
