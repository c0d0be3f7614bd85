"""``errkb kb new``: an entry and its evidence from a line of a log, with a proposed pattern and what else that would hit."""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Final

from errkb_ls.cli.checking import quiet_logs
from errkb_ls.cli.opening import open_all
from errkb_ls.cli.reading import UnreadableError, blocks_of
from errkb_ls.configuration import PROJECT_FOLDER, project_root
from errkb_ls.engine import Engine
from errkb_ls.knowledge import Entry, Evidence, Mark, built_in_folder, parse_evidence, write_evidence
from errkb_ls.knowledge.secrets import mask
from errkb_ls.matching import Finding, Matcher, compile_database, find_in_blocks, find_in_rows, signatures_of
from errkb_ls.matching.generalising import generalised, message_of
from errkb_ls.rendering import harmless

_ID: Final = re.compile(r"[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*")
#: How many rows before and after the failing one become evidence.
_AROUND: Final = 20
_MOST_SHOWN: Final = 10


class _RefusedError(Exception):
    """What was asked for cannot be done; the message says why."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("id", metavar="DOMAIN/SLUG", help="the new entry's id")
    parser.add_argument(
        "--from", dest="origin", required=True, metavar="FILE[:LINE]", help="the failing line, 1-based (default: the last); FILE - is stdin"
    )
    parser.add_argument("--source", metavar="TEXT", help="what printed it, with its version: git 2.39.5")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="a knowledge base (default: that of the checkout or the project)")
    parser.add_argument("--dry-run", action="store_true", help="show all, write nothing")


def run(options: argparse.Namespace) -> int:
    """Propose and write an entry; 0 it was written, 1 its pattern hits something else, too, 2 it could not be done."""
    try:
        path = _path(options)
        rows, row = _excerpt(options.origin)
    except _RefusedError as error:
        print(f"errkb kb new: {error}", file=sys.stderr)
        return 2
    engine, _, _ = open_all(options)
    known = [finding for finding in find_in_rows(engine.matcher, rows) if finding.span.row == row]
    document = _draft(options.id, rows[row], known)
    matcher = _matcher_of(document)
    print(harmless(rows[row]))
    print(f"  {document['regex']}")
    for finding in known:
        print(f"  {finding.entry.id} recognises this line already: errkb kb show {finding.entry.id}")
    hits = list(_other_hits(matcher, engine))
    for where, text in hits[:_MOST_SHOWN]:
        print(f"  it also hits {where}: {harmless(text)[:100]}")
    if len(hits) > _MOST_SHOWN:
        print(f"  … and {len(hits) - _MOST_SHOWN} more")
    if not options.dry_run:
        today = document["first_seen"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")
        source = f"{options.source}, {today}" if options.source else today
        path.with_suffix(".txt").write_text(write_evidence(_evidence(options.id, rows, source, engine, matcher)), "utf-8", newline="")
        print(f"Written: {path} and {path.with_suffix('.txt').name}.")
        print(f"Fill in what is empty, then: errkb kb check {shlex.quote(str(path))}")
    return int(bool(hits))


def _path(options: argparse.Namespace) -> Path:
    if not _ID.fullmatch(options.id):
        raise _RefusedError(f"{options.id} is no id: write domain/slug in small letters, digits and dashes")
    root = project_root(Path.cwd()) or Path.cwd()
    own = built_in_folder() if built_in_folder().parent == root else root / PROJECT_FOLDER / "kb"
    path: Path = (options.into or own) / f"{options.id}.json"
    if path.exists() and not options.dry_run:
        raise _RefusedError(f"{path} is there already; take another id, or edit it")
    return path


def _excerpt(origin: str) -> tuple[list[str], int]:
    """The rows around the one that is meant, secrets and names of homes masked, and its index in them."""
    path, colon, number = origin.rpartition(":")
    if not colon or not number.isdigit():
        path, number = origin, ""
    try:
        text = b"".join(blocks_of(path, lambda _: None)).decode("utf-8", "replace")
    except UnreadableError as error:
        raise _RefusedError(f"{path}: {error}") from error
    rows = text.removesuffix("\n").split("\n")
    if number and not 1 <= int(number) <= len(rows):
        raise _RefusedError(f"{path} has {len(rows)} lines; {number} is none of them")
    row = int(number) - 1 if number else max((i for i, text in enumerate(rows) if message_of(text)), default=0)
    if not message_of(rows[row]):
        raise _RefusedError(f"line {row + 1} of {path} is empty")
    first = max(row - _AROUND, 0)
    return [_impersonal(mask(text)) for text in rows[first : row + _AROUND + 1]], row - first


def _impersonal(row: str) -> str:
    return re.sub(r"(/home/|/Users/|\b[A-Za-z]:\\Users\\)[^/\\\s:'\"]+", r"\1user", row)


def _draft(entry_id: str, row: str, known: list[Finding]) -> dict[str, Any]:
    today = datetime.now(tz=timezone.utc).date().isoformat()
    confused = [{"error_id": finding.entry.id, "distinction": "", "distinction_zh": "", "wins": True} for finding in known]
    return {
        "id": entry_id,
        "signature": row.rstrip("\r"),
        "regex": generalised(message_of(row)),
        "domain": entry_id.split("/", maxsplit=1)[0],
        "category": "",
        "root_cause": "",
        "root_cause_zh": "",
        "workarounds": [{"action": "", "command": ""}],
        "workarounds_zh": [""],
        "dead_ends": [{"action": "", "why_fails": ""}],
        "dead_ends_zh": [{"action": "", "why_fails": ""}],
        "transition_graph": {"leads_to": [], "preceded_by": [], "frequently_confused_with": confused},
        "official_doc_url": None,
        "first_seen": today,
        "last_confirmed": today,
        "last_updated": today,
        "tags": [entry_id.split("/", maxsplit=1)[0]],
    }


def _matcher_of(document: dict[str, Any]) -> Matcher:
    signatures = signatures_of([Entry(id=document["id"], signature=document["signature"], regex=document["regex"])])
    return Matcher(signatures, compile_database([signature.regex for signature in signatures]))


def _other_hits(matcher: Matcher, engine: Engine) -> Iterator[tuple[str, str]]:
    """Where else the pattern fires: in the evidence of all entries, and in ordinary logs."""
    for path in sorted({file for known in engine.knowledge.known.values() for file in Path(known.path).parent.glob("*.txt")}):
        evidence: Evidence = parse_evidence(path.read_bytes().decode("utf-8", "replace"), str(path))[0]
        for finding in find_in_rows(matcher, evidence.rows):
            yield f"{path.parent.name}/{path.name}:{evidence.lines[finding.span.row]}", finding.text
    for path in quiet_logs([]):
        for finding in find_in_blocks(matcher, blocks_of(str(path), lambda _: None)):
            yield f"{path.name}:{finding.span.row + 1}", finding.text


def _evidence(entry_id: str, rows: list[str], source: str, engine: Engine, matcher: Matcher) -> Evidence:
    """The rows, marked with what the new entry finds in them, and the others elsewhere."""
    own = find_in_rows(matcher, rows)
    taken = {finding.span.row for finding in own}
    others = [finding for finding in find_in_rows(engine.matcher, rows) if finding.span.row not in taken]
    marks = [Mark(f.span.row, 0, f.entry.id, f.captures) for f in (*own, *others)]
    return Evidence(entry_id, rows, marks=marks, sources=[source])
