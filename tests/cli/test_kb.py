"""``errkb kb``, ``explain`` and ``doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import MODULE, Errkb

GOOD = {
    "id": "t/good",
    "signature": "thing 7 broke",
    "regex": r"^thing (?P<n>\d+) broke",
    "root_cause": "It broke.",
    "root_cause_zh": "坏了。",
    "workarounds": [{"action": "Mend it."}],
    "workarounds_zh": ["修好它。"],
    "dead_ends": [{"action": "Wait.", "why_fails": "It stays broken."}],
    "official_doc_url": "https://example.org/",
    "last_confirmed": "2026-12-01",
}
FAULTS = {
    "bad-json": ("{", "$"),
    "bad-type": ({**GOOD, "regex": 5}, "$.regex"),
    "bad-regex": ({**GOOD, "regex": "thing(?= 7)"}, "$.regex"),
    "signature-mismatch": ({**GOOD, "signature": "something else"}, "$.regex"),
    "id-is-not-path": ({**GOOD, "id": "t/other"}, "$.id"),
    "bad-date": ({**GOOD, "last_confirmed": "yesterday"}, "$.last_confirmed"),
    "bad-link": ({**GOOD, "official_doc_url": "javascript:alert(1)"}, "$.official_doc_url"),
    "unknown-id": ({**GOOD, "transition_graph": {"leads_to": ["no/such"]}}, "$.transition_graph.leads_to[0]"),
    "no-distinction": (
        {**GOOD, "transition_graph": {"frequently_confused_with": [{"error_id": "t/good"}]}},
        "$.transition_graph.frequently_confused_with[0]",
    ),
    "no-cause": ({**GOOD, "root_cause": None}, "$.root_cause"),
    "long-cause": ({**GOOD, "root_cause": "x " * 100 + "."}, "$.root_cause"),
    "no-action": ({**GOOD, "workarounds": [{"action": " "}]}, "$.workarounds[0].action"),
    "no-reason": ({**GOOD, "dead_ends": [{"action": "Wait."}]}, "$.dead_ends[0].why_fails"),
    "not-chinese": ({**GOOD, "root_cause_zh": "English"}, "$.root_cause_zh"),
    "uneven-translation": ({**GOOD, "workarounds_zh": ["一。", "二。"]}, "$.workarounds_zh"),
    "uncounted-rate": ({**GOOD, "confidence": 0.9}, "$.confidence"),
}
EVIDENCE_FAULTS = {
    "missed": "#! match t/good n=7\nnothing here\n",
    "wrong-captures": "#! match t/good n=8\nthing 7 broke\n",
    "unmarked-finding": "thing 7 broke\n",
    "bad-directive": "#! nonsense\nok\n",
    "mark-without-line": "#! match t/good n=7\n",
}


def check(errkb: Errkb, folder: Path) -> tuple[list[dict], int]:
    done = errkb("kb", "check", folder, "--format", "json")
    return json.loads(done.stdout), done.returncode


def write(folder: Path, entry: object, evidence: str | None = None) -> None:
    (folder / "t").mkdir(parents=True)
    (folder / "t" / "good.json").write_text(entry if isinstance(entry, str) else json.dumps(entry))
    if evidence is not None:
        (folder / "t" / "good.txt").write_text(evidence)


def test_a_good_entry(errkb: Errkb, work: Path) -> None:
    """Nothing is wrong with it, evidence included."""
    write(work / "kb", GOOD, "#! source thing 1.0, 2026-12-01\nok\n#! match t/good n=7\n\x1b[31mthing 7 broke\x1b[0m\r\nok\n")
    assert check(errkb, work / "kb") == ([], 0)


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_is_found(errkb: Errkb, work: Path, code: str) -> None:
    """It has a code, its file, a JSON path and a remedy."""
    entry, pointer = FAULTS[code]
    write(work / "kb", entry)
    problems, status = check(errkb, work / "kb")
    found = [p for p in problems if p["code"] == code]
    assert [(p["path"], p["pointer"]) for p in found] == [(str(work / "kb" / "t" / "good.json"), pointer)]
    assert found[0]["remedy"]
    assert status == (0 if found[0]["level"] == "warning" else 1)


@pytest.mark.parametrize("code", EVIDENCE_FAULTS)
def test_each_fault_of_evidence_is_found(errkb: Errkb, work: Path, code: str) -> None:
    """It names the evidence file and the line."""
    write(work / "kb", GOOD, EVIDENCE_FAULTS[code])
    problems, status = check(errkb, work / "kb")
    found = [p for p in problems if p["code"] == code]
    assert found[0]["path"].endswith("good.txt")
    assert found[0]["pointer"].startswith("line ")
    assert status == 1


def test_faults_of_unverified_claims_are_warnings(errkb: Errkb, work: Path) -> None:
    """The seeds are kept as they came."""
    write(work / "kb", {**GOOD, "verification_tier": "ai_generated", "dead_ends": [{"action": "", "why_fails": "x"}]})
    problems, status = check(errkb, work / "kb")
    assert [(p["code"], p["level"]) for p in problems] == [("no-action", "warning")]
    assert status == 0


def test_the_built_in_knowledge_base(errkb: Errkb) -> None:
    """It has no errors, over all entries and all evidence, and only the two seeds are not reproduced."""
    done = errkb("kb", "check")
    assert (done.returncode, [line for line in done.stdout.splitlines() if ": error:" in line]) == (0, [])
    stats = json.loads(errkb("kb", "stats", "--format", "json").stdout)
    assert {domain: row["claimed"] for domain, row in stats.items() if row["claimed"]} == {"pytorch": 2}


def test_a_path_that_is_not_there(errkb: Errkb) -> None:
    """It is said, and the exit status is 2."""
    done = errkb("kb", "check", "no/such")
    assert "no/such" in done.stderr
    assert done.returncode == 2


def test_show(errkb: Errkb, kb: Path) -> None:
    """By id or glob; an id that is not there is said so."""
    done = errkb("kb", "show", "t/*", "--kb", kb)
    assert "t/module" in done.stdout
    assert "t/build" in done.stdout
    assert errkb("kb", "show", "no/such").returncode == 1


def test_explain(errkb: Errkb, kb: Path) -> None:
    """A text, a text on stdin, an id; 1 when nothing is known."""
    for arguments, given in ((MODULE.split(), None), (["-"], f"x\n{MODULE}\n")):
        done = errkb("explain", "--kb", kb, *arguments, **({"input": given} if given else {}))
        assert "pip install shop" in done.stdout
        assert done.returncode == 0
    assert "pip install '<module>'" in errkb("explain", "--kb", kb, "t/module").stdout
    done = errkb("explain", "nothing", "known", "\x1b[2J")
    assert done.returncode == 1
    assert "\x1b" not in done.stderr


def test_doctor(errkb: Errkb, kb: Path, work: Path) -> None:
    """All is well on a fresh system; a broken setting or entry is named."""
    done = errkb("doctor")
    assert (done.returncode, "✗" in done.stdout) == (0, False), done.stdout
    (kb / "bad.json").write_text("{")
    done = errkb("doctor", "--kb", kb)
    assert done.returncode == 1
    assert "✗" in done.stdout
    assert str(kb / "bad.json") in done.stdout


def test_settings_of_the_project(errkb: Errkb, kb: Path, work: Path) -> None:
    """pyproject.toml and .errkb count for the command line as well, knowledge included; a broken file is told."""
    (work / "pyproject.toml").write_text('[tool.errkb]\ndisabled = ["t/build"]\nnonsense = 1\n')
    (work / ".errkb").mkdir()
    kb.rename(work / ".errkb" / "kb")
    done = errkb("scan", "-", "--format", "jsonl", input=f"{MODULE}\nbuild failed\n")
    assert [json.loads(line)["entry"] for line in done.stdout.splitlines()] == ["t/module"]
    assert "nonsense" in done.stderr
    (work / ".errkb" / "config.toml").write_text("= nonsense")
    assert "config.toml" in errkb("scan", "-", input="ok").stderr
