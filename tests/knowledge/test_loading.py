"""Folders of entries: layers, both formats, and every way in which a file can be broken."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from errkb_ls.knowledge import Layer, Problem, load_knowledge

SEEDS = Path(__file__).parents[2] / "kb" / "pytorch"


def write(folder: Path, name: str, content: object) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    return path


def load(*folders: Path):
    return load_knowledge([Layer(folder.name, folder) for folder in folders])


def entry(entry_id: str, **more: object) -> dict:
    return {"id": entry_id, "signature": "boom", "regex": "^boom$", **more}


@pytest.mark.parametrize("name", ["compile-recompilation-limit", "torchscript-recursive-trace"])
def test_seeds_load_unchanged(name: str) -> None:
    """The two documents the schema comes from are entries as they stand."""
    knowledge, problems = load(SEEDS)
    assert [problem for problem in problems if name in problem.path] == []
    loaded = knowledge[f"pytorch/{name}"]
    document = json.loads((SEEDS / f"{name}.json").read_bytes())
    assert loaded.regex == document["regex"]
    assert loaded.resolvable == "true"
    assert [d.action for d in loaded.dead_ends] == [d["action"] for d in document["dead_ends"]]
    assert [v.version for v in loaded.versions] == [v["version"] for v in document["versions"]]


def test_nested_public_format(tmp_path: Path) -> None:
    """A clone of the public data set works as a layer."""
    document = {
        "schema_version": "1.0.0",
        "id": "tool/thing-failed/tool2-linux",
        "url": "https://example.org/x",
        "error": {"signature": "thing failed", "regex": "thing failed", "domain": "tool", "category": "c", "first_seen": "2023-01-01"},
        "environment": {"runtime": {"name": "tool", "version_range": ">=2.0,<3.0"}, "os": "linux"},
        "verdict": {"resolvable": "partial", "fix_success_rate": 0.8, "confidence": 0.9, "summary": "It is broken."},
        "dead_ends": [{"action": "again", "why_fails": "same", "fail_rate": 0.8, "sources": ["https://example.org"], "condition": ""}],
        "workarounds": [{"action": "mend", "success_rate": 0.8, "how": "mend --now"}],
        "transition_graph": {
            "leads_to": [{"error_id": "tool/other", "probability": 0.1, "condition": "c"}],
            "frequently_confused_with": [{"error_id": "tool/like", "distinction": "that one is blue"}],
        },
        "metadata": {"review_status": "auto_generated", "evidence_count": 7},
    }
    write(tmp_path, "thing.json", document)
    knowledge, problems = load(tmp_path)
    assert problems == []
    loaded = knowledge["tool/thing-failed/tool2-linux"]
    assert (loaded.signature, loaded.root_cause, loaded.resolvable) == ("thing failed", "It is broken.", "partial")
    assert [v.version for v in loaded.versions] == ["tool>=2.0,<3.0"]
    assert (loaded.verification_tier, loaded.evidence_count) == ("ai_generated", 7)
    assert loaded.transition_graph.leads_to[0].error_id == "tool/other"
    assert loaded.transition_graph.frequently_confused_with[0].distinction == "that one is blue"


def test_uneven_data(tmp_path: Path) -> None:
    """Nulls, bare strings where objects are meant, and unknown keys are read for what they are."""
    write(
        tmp_path,
        "a.json",
        entry(
            "a",
            root_cause=None,
            versions=["tool>=1", {"version": "tool<2", "introduced": None}],
            workarounds=["mend it"],
            dead_ends=[{"action": None, "why_fails": "no"}],
            transition_graph={"leads_to": ["b"], "preceded_by": None},
            tags=None,
            something_new={"x": 1},
            resolvable=True,
        ),
    )
    knowledge, problems = load(tmp_path)
    assert problems == []
    loaded = knowledge["a"]
    assert [v.version for v in loaded.versions] == ["tool>=1", "tool<2"]
    assert loaded.workarounds[0].action == "mend it"
    assert loaded.dead_ends[0].action == ""
    assert loaded.transition_graph.leads_to[0].error_id == "b"


def test_later_layers_override_by_id(tmp_path: Path) -> None:
    """The workspace's entry stands in for the built-in one of the same id; all others stay."""
    write(tmp_path / "built-in", "a.json", entry("a", root_cause="old"))
    write(tmp_path / "built-in", "b.json", entry("b"))
    write(tmp_path / "workspace", "deep/er/x.json", entry("a", root_cause="new"))
    knowledge, problems = load(tmp_path / "built-in", tmp_path / "workspace")
    assert problems == []
    assert {e.id: e.root_cause for e in knowledge} == {"a": "new", "b": None}
    assert knowledge.known["a"].layer == "workspace"


BROKEN = {
    "bad-json": (b"{ not json", "$"),
    "not-an-entry": (b"[1, 2]", "$"),
    "bad-type": (entry("x", workarounds=[{"action": 5}]), "$.workarounds[0].action"),
    "too-large": (b" " * 20_000_000, "$"),
}


@pytest.mark.parametrize("code", BROKEN)
def test_a_broken_file_is_one_problem(tmp_path: Path, code: str) -> None:
    """It names file, place and remedy, and takes nothing else down."""
    content, pointer = BROKEN[code]
    bad = write(tmp_path, "bad.json", content)
    write(tmp_path, "good.json", entry("good"))
    knowledge, problems = load(tmp_path)
    assert [e.id for e in knowledge] == ["good"]
    assert [(p.code, p.path, p.pointer) for p in problems] == [(code, str(bad), pointer)]
    assert problems[0].remedy


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"null",
        b'"text"',
        b"{}",
        b'{"id": 5, "signature": "x"}',
        b"[" * 100_000,
        b'{"id": "\\ud800", "signature": "x"',
    ],
)
def test_garbage_is_one_problem(tmp_path: Path, content: bytes) -> None:
    """Whatever the bytes are, there is exactly one problem."""
    write(tmp_path, "bad.json", content)
    knowledge, problems = load(tmp_path)
    assert (len(knowledge), len(problems)) == (0, 1)


def test_duplicate_id(tmp_path: Path) -> None:
    """Inside a layer the first file by name keeps the id."""
    first = write(tmp_path, "1.json", entry("same", root_cause="first"))
    second = write(tmp_path, "2.json", entry("same", root_cause="second"))
    knowledge, problems = load(tmp_path)
    assert knowledge["same"].root_cause == "first"
    assert [(p.code, p.path, p.pointer) for p in problems] == [("duplicate-id", str(second), "$.id")]
    assert str(first) in problems[0].message


def test_odd_things_in_a_folder(tmp_path: Path) -> None:
    """A folder named like an entry is a problem and is still looked into; hidden and other files are not; link cycles end."""
    write(tmp_path, "x.json/inside.json", entry("inside"))
    write(tmp_path, ".hidden.json", b"garbage")
    write(tmp_path, "README.md", b"text")
    (tmp_path / "cycle").symlink_to(tmp_path)
    (tmp_path / "dangling.json").symlink_to(tmp_path / "nowhere")
    knowledge, problems = load(tmp_path)
    assert [e.id for e in knowledge] == ["inside"]
    assert sorted(p.code for p in problems) == ["folder-named-json", "unreadable-file"]


def test_a_missing_folder(tmp_path: Path) -> None:
    """A configured folder that is not there is told, and the other layers work."""
    write(tmp_path / "here", "a.json", entry("a"))
    knowledge, problems = load(tmp_path / "gone", tmp_path / "here")
    assert len(knowledge) == 1
    assert [(p.code, p.path) for p in problems] == [("unreadable-folder", str(tmp_path / "gone"))]
    assert isinstance(problems[0], Problem)
