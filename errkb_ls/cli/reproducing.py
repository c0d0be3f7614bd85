"""``errkb kb reproduce``: run reproductions, and have the entries say what was proved."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final, Literal

from errkb_ls.cli.opening import open_all, print_json
from errkb_ls.cli.progress import Progress
from errkb_ls.engine import Engine, cache_folder, is_disabled
from errkb_ls.knowledge import Evidence, Known, Mark, write_evidence
from errkb_ls.knowledge.reproduction import Reproduction, lacking, read_reproduction, versions
from errkb_ls.knowledge.sandbox import Packages, provide, run_claim
from errkb_ls.matching import find_in_rows

#: How much of what a failed claim printed is told.
_SHOWN_LINES: Final = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a claim. A workaround is proved when it succeeds and the failure is gone, any other when the failure is there."""

    entry: str
    claim: str
    result: Literal["proved", "failed", "skipped"]
    reason: str = ""
    output: str = ""
    seconds: float = 0.0


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
    progress = Progress()
    with ThreadPoolExecutor(options.jobs) as pool:
        running = [pool.submit(_reproduce, known, engine, options) for known in chosen]
        for number, done in enumerate(as_completed(running), start=1):
            outcomes += done.result()
            progress.clear()
            if options.format == "text":
                for outcome in done.result():
                    _tell(outcome)
            progress.tell(f"{number} of {len(chosen)} entries, {sum(outcome.result == 'failed' for outcome in outcomes)} claims failed")
    progress.clear()
    if options.format == "json":
        print_json([asdict(outcome) for outcome in outcomes], indent=2)
    else:
        _sum_up(outcomes)
    return int(any(outcome.result == "failed" for outcome in outcomes))


def _reproduce(known: Known, engine: Engine, options: argparse.Namespace) -> list[Outcome]:
    try:
        reproduction = read_reproduction(Path(known.path).with_suffix(".sh"))
    except (OSError, ValueError) as error:
        return [Outcome(known.entry.id, "reproduce", "failed", str(error))]
    if reason := lacking(reproduction):
        return [Outcome(known.entry.id, "reproduce", "skipped", reason)]
    if reproduction.claims[:1] != ("reproduce",):
        return [Outcome(known.entry.id, "reproduce", "failed", "the script's first function is not reproduce()")]
    try:
        packages = provide(reproduction, cache_folder() / "reproductions")
    except subprocess.CalledProcessError as error:
        why = error.stderr.decode("utf-8", "replace").strip()[-300:]
        return [Outcome(known.entry.id, "reproduce", "skipped", f"its packages cannot be installed: {why}")]
    outcomes = [_claim(known, reproduction, claim, packages, engine, options.timeout) for claim in reproduction.claims]
    if options.write and outcomes[0].result == "proved":
        _write(known, reproduction, outcomes, engine)
    return outcomes


def _claim(known: Known, reproduction: Reproduction, claim: str, packages: Packages, engine: Engine, seconds: float) -> Outcome:
    started = time.monotonic()
    try:
        output, status = run_claim(reproduction, claim, packages, seconds)
    except subprocess.TimeoutExpired:
        return Outcome(known.entry.id, claim, "failed", f"it took longer than {seconds:g} seconds", seconds=seconds)
    is_there = any(known.entry.id in (finding.entry.id, *finding.also) for finding in find_in_rows(engine.matcher, output.split("\n")))
    if not claim.startswith("workaround"):
        reason = "" if is_there else "the failure is not there"
    elif is_there:
        reason = "the failure is still there"
    else:
        # A command that died of something else does not print the failure either.
        reason = f"it ended with exit status {status}" if status else ""
    took = round(time.monotonic() - started, 1)
    return Outcome(known.entry.id, claim, "failed" if reason else "proved", reason, output, took)


def _write(known: Known, reproduction: Reproduction, outcomes: list[Outcome], engine: Engine) -> None:
    """Write what ``reproduce`` printed as evidence, and into the entry by which versions each claim was verified, and when."""
    today = datetime.now(tz=timezone.utc).date().isoformat()
    told = f"{versions(reproduction)}, {today}"
    Path(known.path).with_suffix(".txt").write_text(write_evidence(_evidence(outcomes[0].output, told, engine)), "utf-8", newline="")
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


def _evidence(output: str, source: str, engine: Engine) -> Evidence:
    rows = output.removesuffix("\n").split("\n")
    marks = [Mark(f.span.row, 0, f.entry.id, f.captures) for f in find_in_rows(engine.matcher, rows)]
    return Evidence("", rows, marks=marks, sources=[source])


def _tell(outcome: Outcome) -> None:
    print(f"{outcome.result:<8} {outcome.entry} {outcome.claim}" + (f": {outcome.reason}" if outcome.reason else ""), flush=True)
    if outcome.result == "failed":
        for line in outcome.output.splitlines()[-_SHOWN_LINES:]:
            print(f"         | {line}")


def _sum_up(outcomes: list[Outcome]) -> None:
    """A table of the domains: entries, then how many claims had each result."""
    results = ("proved", "failed", "skipped")
    rows: dict[str, list[Outcome]] = {}
    for outcome in sorted(outcomes, key=lambda outcome: outcome.entry):
        rows.setdefault(outcome.entry.partition("/")[0], []).append(outcome)
    print(f"\n{'domain':<16}{'entries':>9}" + "".join(f"{result:>9}" for result in results))
    for domain, own in [*rows.items(), ("all", outcomes)]:
        counts = [len({outcome.entry for outcome in own}), *(sum(outcome.result == result for outcome in own) for result in results)]
        print(f"{domain:<16}" + "".join(f"{count or '–':>9}" for count in counts))
