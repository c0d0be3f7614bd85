"""``errkb kb``, ``explain`` and ``doctor``."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from .conftest import MODULE, ROOT, Errkb, command_of, user

GOOD = {
    "id": "t/good",
    "signature": "thing 7 broke",
    "regex": r"^thing (?P<n>\d+) broke",
    "root_cause": "It broke.",
    "root_cause_zh": "坏了。",
    "workarounds": [{"action": "Mend it."}],
    "workarounds_zh": ["修好它。"],
    "dead_ends": [{"action": "Wait.", "why_fails": "It stays broken."}],
    "dead_ends_zh": [{"action": "等待。", "why_fails": "还是坏的。"}],
    "official_doc_url": "https://example.org/",
    "last_confirmed": "2026-12-01",
}
FAULTS = {
    "bad-json": ("{", "$"),
    "bad-type": ({**GOOD, "regex": 5}, "$.regex"),
    "bad-regex": ({**GOOD, "regex": "thing(?= 7)"}, "$.regex"),
    "signature-mismatch": ({**GOOD, "variants": [{"signature": "something else", "regex": "^thing else"}]}, "$.variants[0].regex"),
    "id-is-not-path": ({**GOOD, "id": "t/other"}, "$.id"),
    "unknown-key": ({**GOOD, "workarounds": [{"action": "Mend it.", "comand": "mend"}]}, "$.workarounds[0].comand"),
    "typed-tier": ({**GOOD, "verification_tier": "reproduced"}, "$.verification_tier"),
    "unproved": ({**GOOD, "workarounds": [{"action": "Mend it.", "verified": "thing 1.0, 2026-12-01"}]}, "$.workarounds[0].verified"),
    "ambiguous-regex": ({**GOOD, "regex": r"^thing (?P<n>\d+) .*broke.*x|^thing 7 broke"}, "$.regex"),
    "vague-regex": ({**GOOD, "signature": "E: 7 broke", "regex": r"^E: \d+ \w+"}, "$.regex"),
    "large-regex": ({**GOOD, "regex": r"^thing .{1,500}down|^thing (?P<n>\d+) broke"}, "$.regex"),
    "bad-date": ({**GOOD, "last_confirmed": "yesterday"}, "$.last_confirmed"),
    "bad-link": ({**GOOD, "official_doc_url": "javascript:alert(1)"}, "$.official_doc_url"),
    "unknown-id": ({**GOOD, "transition_graph": {"leads_to": ["no/such"]}}, "$.transition_graph.leads_to[0]"),
    "no-distinction": (
        {**GOOD, "transition_graph": {"frequently_confused_with": [{"error_id": "t/no-distinction"}]}},
        "$.transition_graph.frequently_confused_with[0]",
    ),
    "no-cause": ({**GOOD, "root_cause": None}, "$.root_cause"),
    "long-cause": ({**GOOD, "root_cause": "x " * 100 + "."}, "$.root_cause"),
    "no-action": ({**GOOD, "workarounds": [{"action": " "}]}, "$.workarounds[0].action"),
    "no-reason": ({**GOOD, "dead_ends": [{"action": "Wait."}]}, "$.dead_ends[0].why_fails"),
    "not-chinese": ({**GOOD, "root_cause_zh": "English"}, "$.root_cause_zh"),
    "uneven-translation": ({**GOOD, "workarounds_zh": ["一。", "二。"]}, "$.workarounds_zh"),
    "untranslated": ({**GOOD, "dead_ends_zh": None}, "$.dead_ends_zh"),
    "uncounted-rate": ({**GOOD, "confidence": 0.9}, "$.confidence"),
}
EVIDENCE_FAULTS = {
    "missed": "#! match t/good n=7\nnothing here\n",
    "wrong-captures": "#! match t/good n=8\nthing 7 broke\n",
    "unmarked-finding": "thing 7 broke\n",
    "bad-directive": "#! nonsense\nok\n",
    "mark-without-line": "#! match t/good n=7\n",
    "no-source": "#! source somewhere\nok\n",
    "secret": "#! source thing 1.0, 2026-12-01\nfetch https://ada:hunter2hunter2@example.org/x\n",
    "cross-fire": "#! source thing 1.0, 2026-12-01\n#! match t/other n=7\nthing 7 failed\n",
    "no-winner": "#! source thing 1.0, 2026-12-01\n#! match t/good n=7\nthing 7 broke down\n",
}
#: What the entry of the evidence above shares its folder with.
OTHER = {**GOOD, "id": "t/other", "signature": "thing 7 failed", "regex": r"^thing (?P<n>\d+) (?:failed|broke down)"}
SCRIPT_FAULTS = {
    "bad-script": "# needs: bash, two words\nreproduce() { :; }\n",
    "no-evidence": "reproduce() { :; }\n",
    "claim-without-advice": "reproduce() { :; }\nworkaround_3() { :; }\n",
}
WARNINGS = ("uncounted-rate", "untranslated")


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


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory, caches: dict[str, str]) -> tuple[Path, list[dict], int]:
    """A folder in which each entry has the fault that it is named after, what was found there, and the exit status."""
    work = tmp_path_factory.mktemp("planted")
    (work / "t").mkdir()
    for code, (entry, _) in FAULTS.items():
        own_id = {} if isinstance(entry, dict) and entry["id"] != GOOD["id"] else {"id": f"t/{code}"}
        (work / "t" / f"{code}.json").write_text(entry if isinstance(entry, str) else json.dumps({**entry, **own_id}))
    problems, status = check(command_of(user(work / "home", caches), work), work / "t")
    return work / "t", problems, status


@pytest.mark.parametrize("code", FAULTS)
def test_each_fault_is_found(planted: tuple[Path, list[dict], int], code: str) -> None:
    """It has a code, its file, a JSON path and a remedy, and nothing else is wrong with the entry."""
    folder, problems, status = planted
    found = [p for p in problems if p["path"] == str(folder / f"{code}.json")]
    assert [(p["code"], p["pointer"]) for p in found] == [(code, FAULTS[code][1])]
    assert found[0]["remedy"]
    assert found[0]["level"] == ("warning" if code in WARNINGS else "error")
    assert status == 1


@pytest.mark.parametrize("code", EVIDENCE_FAULTS)
def test_each_fault_of_evidence_is_found(errkb: Errkb, work: Path, code: str) -> None:
    """It names the evidence file and the line."""
    write(work / "kb", GOOD, EVIDENCE_FAULTS[code])
    if code in ("cross-fire", "no-winner"):
        (work / "kb" / "t" / "other.json").write_text(json.dumps(OTHER))
    problems, status = check(errkb, work / "kb")
    found = [p for p in problems if p["code"] == code]
    assert found[0]["path"].endswith("good.txt")
    assert found[0]["pointer"].startswith("line ")
    assert status == 1


@pytest.mark.parametrize("code", SCRIPT_FAULTS)
def test_each_fault_of_a_script_is_found(errkb: Errkb, work: Path, code: str) -> None:
    """It names the script."""
    write(work / "kb", GOOD)
    (work / "kb" / "t" / "good.sh").write_text(SCRIPT_FAULTS[code])
    problems, status = check(errkb, work / "kb")
    found = [p for p in problems if p["code"] == code]
    assert found[0]["path"].endswith("good.sh")
    assert status == 1


def test_neighbours_that_are_declared(errkb: Errkb, work: Path) -> None:
    """An edge in either direction says that one may fire on the evidence of the other; ``wins`` says which of two is shown."""
    edge = {"error_id": "t/good", "distinction": "That one only broke.", "distinction_zh": "那个只是坏了。", "wins": True}
    text = "#! source thing 1.0, 2026-12-01\n#! match t/other n=7\nthing 7 broke down\n"
    write(work / "kb", GOOD, text)
    (work / "kb" / "t" / "other.json").write_text(json.dumps({**OTHER, "transition_graph": {"frequently_confused_with": [edge]}}))
    assert check(errkb, work / "kb") == ([], 0)


def test_ordinary_logs_stay_silent(errkb: Errkb, work: Path) -> None:
    """A pattern that fires on one, or has too many of its lines looked at, is named."""
    write(work / "kb", GOOD)
    (work / "kb" / "t" / "good.json").write_text(json.dumps({**GOOD, "regex": r"^thing (?P<n>\d+) (?:broke|went on\b)"}))
    with gzip.open(work / "quiet.log.gz", "wt") as log:
        log.write("ok\n" * 1000 + "thing 5 went on\n")
    (work / "busy.log").write_text("a thing 5 went on\n" * 20 + "ok\n" * 1000)
    done = errkb("kb", "check", "--quiet", work / "quiet.log.gz", "--quiet", work / "busy.log", "--kb", work / "kb", "--format", "json")
    found = [(p["code"], Path(p["path"]).name, p["pointer"]) for p in json.loads(done.stdout) if p["level"] == "error"]
    assert found == [("not-silent", "quiet.log.gz", "line 1001"), ("costly-regex", "busy.log", "$.regex")]
    assert done.returncode == 1


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


@pytest.mark.parametrize("root", [".errkb/kb", "draft"])
def test_a_path_limits_what_is_told(errkb: Errkb, work: Path, root: str) -> None:
    """To an entry, its evidence or a folder, in a knowledge base that is in use or not; everything else is still known."""
    folder = work / root
    write(folder, {**GOOD, "root_cause": None}, "#! source thing 1.0, 2026-12-01\nthing 7 broke\n")
    (folder / "t" / "other.json").write_text(
        json.dumps({**OTHER, "regex": r"^thing (?P<n>\d+) failed", "transition_graph": {"leads_to": [{"error_id": "t/good"}]}})
    )
    told = {
        "t": {"no-cause", "unmarked-finding"},
        "t/good.json": {"no-cause"},
        "t/good.txt": {"unmarked-finding"},
        "t/other.json": set(),
    }
    for path, codes in told.items():
        problems, status = check(errkb, folder / path)
        assert ({p["code"] for p in problems}, len(problems), status) == (codes, len(codes), int(bool(codes)))


def test_nothing_to_check(errkb: Errkb, work: Path) -> None:
    """A path without entries is no success."""
    (work / "notes.md").write_text("x")
    done = errkb("kb", "check", "notes.md")
    assert (done.returncode, "no entries" in done.stderr) == (2, True)


def test_the_projects_knowledge_is_checked(errkb: Errkb, work: Path) -> None:
    """Without a path: the built-in knowledge and the project's own."""
    write(work / ".errkb" / "kb", {**GOOD, "root_cause": None})
    done = errkb("kb", "check")
    assert "[no-cause]" in done.stdout
    assert done.returncode == 1


def test_a_path_that_is_not_there(errkb: Errkb) -> None:
    """It is said, and the exit status is 2."""
    done = errkb("kb", "check", "no/such")
    assert "no/such" in done.stderr
    assert done.returncode == 2


def test_new(errkb: Errkb, work: Path) -> None:
    """From a line of a log to an entry that lacks nothing but words: what varies is named, secrets and homes are masked."""
    log = work / "build.log"
    log.write_text(
        "start\n\x1b[31mERROR: cannot mend thing 'left wing' in /home/ada/x/y.c: 17 tries, password=hunter2hunter2\x1b[0m\nend\n"
    )
    done = errkb("kb", "new", "thing/cannot-mend", "--from", f"{log}:2", "--source", "thing 1.0")
    assert (done.returncode, done.stderr) == (0, "")
    folder = work / ".errkb" / "kb" / "thing"
    entry = json.loads((folder / "cannot-mend.json").read_text())
    assert entry["regex"] == (r"^cannot mend thing '(?P<name>[^']+)' in (?P<path>[^\s:'\"),;]+): \d+ tries, password=\*\*\*")
    assert "hunter2" not in entry["signature"] + (folder / "cannot-mend.txt").read_text()
    problems, _ = check(errkb, folder)
    assert {p["code"] for p in problems} == {"no-cause", "no-action", "no-reason"}
    assert errkb("kb", "new", "thing/cannot-mend", "--from", log).returncode == 2


def test_new_says_what_else_it_hits(errkb: Errkb, work: Path) -> None:
    """What is known already, and the evidence of others that the pattern fires on; a dry run writes nothing."""
    line = "ModuleNotFoundError: No module named 'shop'"
    done = errkb("kb", "new", "python/again", "--from", "-", "--dry-run", input=f"{line}\n")
    assert done.returncode == 1
    assert "python/module-not-found recognises this line already" in done.stdout
    assert "it also hits python/module-not-found.txt:" in done.stdout
    assert list(work.rglob("*.json")) == []


@pytest.mark.parametrize(
    "arguments", [("Bad/Id", "--from", "a.log"), ("t/x", "--from", "a.log:9"), ("t/x", "--from", "no.log"), ("t/x", "--from", "a.log:2")]
)
def test_new_refuses(errkb: Errkb, work: Path, arguments: tuple[str, ...]) -> None:
    """What it cannot do is said in a line, and nothing is written."""
    (work / "a.log").write_text("something went wrong\n\n")
    done = errkb("kb", "new", *arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert list(work.rglob("*.json")) == []


@pytest.mark.parametrize(("command", "file"), [("schema", "entry.schema.json"), ("stats --format markdown", "knowledge.md")])
def test_generated_files(errkb: Errkb, command: str, file: str) -> None:
    """``docs/`` says what the command says; after a change: ``python3 dev.py errkb kb … > docs/…``."""
    assert errkb("kb", *command.split()).stdout == (ROOT / "docs" / file).read_text("utf-8")


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
    assert "The whole entry: " in errkb("explain", "--no-full", *MODULE.split()).stdout
    assert "The whole entry: " not in errkb("explain", *MODULE.split()).stdout
    assert "pip install '<module>'" in errkb("explain", "--kb", kb, "t/module").stdout
    done = errkb("explain", "nothing", "known", "\x1b[2J")
    assert done.returncode == 1
    assert "\x1b" not in done.stderr


@pytest.mark.parametrize("text", [b"\xe4\n" + MODULE.encode(), MODULE.encode("utf-16")], ids=["not UTF-8", "PowerShell"])
def test_explain_text_in_other_encodings(errkb: Errkb, kb: Path, text: bytes) -> None:
    """A character that cannot be decoded does not hide the rest."""
    assert b"pip install shop" in errkb("explain", "--kb", kb, "-", input=text, text=False).stdout


def test_doctor(errkb: Errkb, kb: Path, work: Path, environment: dict[str, str]) -> None:
    """All is well on a fresh system, whose cache is filled by the first start; a broken setting or entry is named."""
    fresh = {"env": {**environment, "XDG_CACHE_HOME": str(work / "cache")}}
    for cache in ("compiled anew", "taken from"):
        done = errkb("doctor", **fresh)
        assert (done.returncode, "✗" in done.stdout) == (0, False), done.stdout
        assert f"cache: {cache}" in done.stdout
    (kb / "bad.json").write_text("{")
    (work / ".errkb").mkdir()
    (work / ".errkb" / "config.toml").write_text('language = "zh"\nnonsense = 1\n')
    done = errkb("doctor", "--kb", kb, "--kb", work / "missing")
    lines = done.stdout.splitlines()
    assert done.returncode == 1
    assert any(line.startswith("✗") and str(kb / "bad.json") in line for line in lines)
    assert any(line.startswith("✗") and str(work / "missing") in line for line in lines)
    assert any(line.startswith("!") and "nonsense" in line for line in lines)
    assert any('config.toml: language = "zh"' in line for line in lines)


def test_a_cache_that_cannot_be_written(errkb: Errkb, environment: dict[str, str], work: Path) -> None:
    """Everything works without, and doctor says so."""
    (work / "file").touch()
    done = errkb("doctor", env={**environment, "XDG_CACHE_HOME": str(work / "file")})
    assert (done.returncode, "! cache:" in done.stdout) == (0, True)


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
