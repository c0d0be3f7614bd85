"""``errkb kb reproduce``: run reproductions, and have the entries say what was proved."""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Literal

from errkb_ls.cli.opening import open_all
from errkb_ls.engine import Engine, cache_folder, is_disabled
from errkb_ls.knowledge import Known
from errkb_ls.knowledge.reproduction import Reproduction, lacking, provide, read_reproduction, run_claim, versions
from errkb_ls.matching import Document, Finding


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim. A workaround is proved when it succeeds and the failure is gone, any other when the failure is there."""

    entry: str
    claim: str
    result: Literal["proved", "failed", "skipped"]
    reason: str = ""
    output: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("ids", nargs="*", metavar="ID", help="entries by id or glob (default: all that have a reproduction)")
    parser.add_argument("--write", action="store_true", help="write the evidence, and what was verified into the entries")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="run so many entries at once")
    parser.add_argument("--timeout", type=float, default=120, metavar="SECONDS", help="for each claim (default: 120)")
    parser.add_argument("--format", choices=["text", "json"], default="text")


def run(options: argparse.Namespace) -> int:
    """Reproduce; 0 all claims were proved or skipped, 1 some were not, 2 there is nothing to run."""
    engine, _, _ = open_all(options)
    chosen = [known for known in engine.knowledge.known.values() if not options.ids or is_disabled(known.entry.id, options.ids)]
    chosen = [known for known in chosen if Path(known.path).with_suffix(".sh").is_file()]
    if not chosen:
        print("errkb kb reproduce: none of these entries has a reproduction", file=sys.stderr)
        return 2
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for done in pool.map(lambda known: list(_reproduce(known, engine, options)), chosen):
            outcomes += done
            if options.format == "text":
                for outcome in done:
                    _tell(outcome)
    failed = sum(outcome.result == "failed" for outcome in outcomes)
    if options.format == "json":
        print(json.dumps([asdict(outcome) for outcome in outcomes], ensure_ascii=False, indent=2))
    else:
        counts = ", ".join(f"{sum(o.result == result for o in outcomes)} {result}" for result in ("proved", "failed", "skipped"))
        print(f"{len(chosen)} entries: {counts}", file=sys.stderr)
    return int(failed > 0)


def _reproduce(known: Known, engine: Engine, options: argparse.Namespace) -> Iterator[Outcome]:
    reproduction = read_reproduction(Path(known.path).with_suffix(".sh"))
    if reason := lacking(reproduction):
        yield Outcome(known.entry.id, "reproduce", "skipped", reason)
        return
    try:
        programs = provide(reproduction, cache_folder() / "reproductions")
    except subprocess.CalledProcessError as error:
        yield Outcome(known.entry.id, "reproduce", "skipped", f"its packages cannot be installed: {error.stderr.decode()[-300:]}")
        return
    outcomes = [_claim(known, reproduction, claim, programs, engine, options.timeout) for claim in reproduction.claims]
    yield from outcomes
    if options.write and outcomes and outcomes[0].result == "proved":
        _write(known, reproduction, outcomes, engine)


def _claim(known: Known, reproduction: Reproduction, claim: str, programs: Path | None, engine: Engine, seconds: float) -> Outcome:
    try:
        output, status = run_claim(reproduction, claim, programs, seconds)
    except subprocess.TimeoutExpired:
        return Outcome(known.entry.id, claim, "failed", f"it took longer than {seconds:g} seconds")
    is_there = any(known.entry.id in (finding.entry.id, *finding.also) for finding in _findings(output, engine))
    if not claim.startswith("workaround"):
        reason = "" if is_there else "the failure is not there"
    elif is_there:
        reason = "the failure is still there"
    else:
        # A command that died of something else does not print the failure either.
        reason = f"it ended with exit status {status}" if status else ""
    return Outcome(known.entry.id, claim, "failed" if reason else "proved", reason, output if reason else "")


def _write(known: Known, reproduction: Reproduction, outcomes: list[Outcome], engine: Engine) -> None:
    """Write what ``reproduce`` prints as evidence, and into the entry by which versions each claim was verified, and when."""
    today = datetime.now(tz=timezone.utc).date().isoformat()
    told = f"{versions(reproduction)}, {today}"
    output, _ = run_claim(reproduction, "reproduce", provide(reproduction, cache_folder() / "reproductions"), 600)
    Path(known.path).with_suffix(".txt").write_text(_evidence(output, told, engine), "utf-8", newline="")
    document: dict[str, Any] = json.loads(Path(known.path).read_text("utf-8"))
    for outcome in outcomes:
        kind, _, number = outcome.claim.rpartition("_")
        parts = document.get(f"{kind}s", [])
        if number.isdigit() and int(number) <= len(parts):
            part = parts[int(number) - 1]
            part.pop("verified", None)
            if outcome.result == "proved":
                part["verified"] = told
    document["last_confirmed"] = today
    Path(known.path).write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _evidence(output: str, told: str, engine: Engine) -> str:
    marks: dict[int, list[str]] = {}
    for finding in _findings(output, engine):
        captures = "".join(f" {name}={shlex.quote(value)}" for name, value in finding.captures.items())
        marks.setdefault(finding.span.row, []).append(f"#! match {finding.entry.id}{captures}")
    rows = output.removesuffix("\n").split("\n")
    marked = [line for number, row in enumerate(rows) for line in (*marks.get(number, ()), row)]
    return "\n".join([f"#! source {told}", *marked, ""])


def _findings(output: str, engine: Engine) -> list[Finding]:
    document = Document(output, lf_only=True)
    for _ in document.rescan(engine.matcher):
        pass
    return document.findings


def _tell(outcome: Outcome) -> None:
    print(f"{outcome.result:<8} {outcome.entry} {outcome.claim}" + (f": {outcome.reason}" if outcome.reason else ""), flush=True)
    for line in outcome.output.splitlines()[-20:]:
        print(f"         | {line}")
