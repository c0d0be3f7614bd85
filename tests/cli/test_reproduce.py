"""``errkb kb reproduce``: claims are proved by running the real thing, alone, and what was proved is written down."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from .conftest import Errkb

ENTRY = {
    "id": "t/thing",
    "signature": "thing 7 broke",
    "regex": r"^thing (?P<n>\d+) broke",
    "root_cause": "It broke.",
    "workarounds": [{"action": "Mend it."}, {"action": "Hope."}, {"action": "Break more."}],
    "dead_ends": [{"action": "Wait.", "why_fails": "It stays broken."}],
}
SCRIPT = """# needs: bash
reproduce() { echo "at $PWD" > place; echo before; echo "thing 7 broke: it's $PWD" >&2; echo after; }
workaround_1() { test -f place && echo mended; }
workaround_2() { echo "thing 8 broke"; }
workaround_3() { no-such-command-x; }
dead_end_1() { cat place; echo "thing 7 broke"; }
"""


@pytest.fixture
def thing(work: Path) -> Path:
    """An entry with a reproduction: the path without its suffix."""
    folder = work / "kb" / "t"
    folder.mkdir(parents=True)
    (folder / "thing.json").write_text(json.dumps(ENTRY))
    (folder / "thing.sh").write_text(SCRIPT)
    return folder / "thing"


def outcomes(errkb: Errkb, *arguments: str) -> tuple[dict[str, tuple[str, str]], int]:
    done = errkb("kb", "reproduce", "t/*", "--kb", "kb", "--format", "json", *arguments)
    assert done.stderr == ""
    return {o["claim"]: (o["result"], o["reason"]) for o in json.loads(done.stdout)}, done.returncode


def test_claims(errkb: Errkb, thing: Path) -> None:
    """Each is run after the failure was made in the same, fresh directory; one that does not hold is named with the reason."""
    found, status = outcomes(errkb)
    assert found == {
        "reproduce": ("proved", ""),
        "workaround_1": ("proved", ""),
        "workaround_2": ("failed", "the failure is still there"),
        "workaround_3": ("failed", "it ended with exit status 127"),
        "dead_end_1": ("proved", ""),
    }
    assert status == 1


def test_writing(errkb: Errkb, thing: Path) -> None:
    """The evidence passes the check, the entry says what was verified by which version, and no path of this machine gets in."""
    outcomes(errkb, "--write")
    evidence = thing.with_suffix(".txt").read_text()
    assert "#! source bash " in evidence
    assert "before\n#! match t/thing n=7\nthing 7 broke: it's /tmp/errkb/work\nafter\n" in evidence
    entry = json.loads(thing.with_suffix(".json").read_text())
    assert entry["workarounds"][0]["verified"].startswith("bash ")
    assert "verified" not in entry["workarounds"][1]
    assert entry["dead_ends"][0]["verified"]
    assert errkb("kb", "check", "kb").returncode == 0
    assert "reproduced with the real tool" in errkb("explain", "--kb", "kb", "t/thing").stdout


@pytest.mark.parametrize("need", ["no-such-tool-x", "git, no-such-tool-x"])
def test_a_missing_tool(errkb: Errkb, thing: Path, need: str) -> None:
    """It is skipped with the reason, which is no failure."""
    thing.with_suffix(".sh").write_text(SCRIPT.replace("bash", need, 1))
    assert outcomes(errkb) == ({"reproduce": ("skipped", "no-such-tool-x is not installed")}, 0)


def test_a_time_limit(errkb: Errkb, thing: Path) -> None:
    """A script that hangs is stopped, and fails."""
    thing.with_suffix(".sh").write_text("reproduce() { sleep 60; }\n")
    found, status = outcomes(errkb, "--timeout", "1")
    assert found == {"reproduce": ("failed", "it took longer than 1 seconds")}
    assert status == 1


def test_nothing_of_the_user(errkb: Errkb, thing: Path, environment: dict[str, str]) -> None:
    """A script sees an empty home and none of the user's variables."""
    thing.with_suffix(".sh").write_text('reproduce() { test -z "$SECRET$(ls -A ~)" && echo "thing 1 broke"; }\n')
    done = errkb("kb", "reproduce", "t/*", "--kb", "kb", env={**environment, "SECRET": "x"})
    assert "proved   t/thing reproduce" in done.stdout


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("ip"), reason="root and iproute2 take it away")
def test_no_network_unless_asked_for(errkb: Errkb, thing: Path) -> None:
    """Only the loopback is there."""
    thing.with_suffix(".sh").write_text('reproduce() { ip -o link | grep -vq " lo:" || echo "thing 1 broke"; }\n')
    assert outcomes(errkb)[0] == {"reproduce": ("proved", "")}


def test_nothing_to_run(errkb: Errkb, work: Path) -> None:
    """An id that has no reproduction is said so."""
    done = errkb("kb", "reproduce", "no/such")
    assert done.returncode == 2
    assert "none of these" in done.stderr
