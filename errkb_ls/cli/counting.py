"""``errkb kb stats``: how many entries there are, by domain, and how well they are proved."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable
from typing import Final

from errkb_ls.cli.opening import open_all, print_json
from errkb_ls.engine import Engine
from errkb_ls.knowledge import Known, tier_of
from errkb_ls.knowledge.entry import TIERS
from errkb_ls.rendering.markdown import code

_HEAD: Final = """# What errkb knows

Made by `errkb kb stats --format markdown`; a test keeps it true. How well an entry is proved is computed from the files beside it:
*reproduced* has a script that makes the real tool print it, *observed* has a real log, *documented* a page of the tool itself, and
*claimed* nothing of these. The last two columns count entries in which a workaround was proved to make the failure go away, and those in
which a dead end was proved not to.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--format", choices=["text", "json", "markdown"], default="text")


def run(options: argparse.Namespace) -> int:
    """Count."""
    engine, _, _ = open_all(options)
    domains = _domains(engine)
    table = {domain: _counted(entries) for domain, entries in domains.items()}
    if options.format == "json":
        print_json(table, indent=2)
        return 0
    whole = _counted(engine.knowledge.known.values())
    rows = [*table.items(), ("all", whole)]
    if options.format == "text":
        print(f"{'domain':<16}" + "".join(f"{name:>{len(name) + 2}}" for name in whole))
        for domain, counts in rows:
            print(f"{domain:<16}" + "".join(f"{count or '–':>{len(name) + 2}}" for name, count in counts.items()))
        return 0
    print(_HEAD)
    print(f"| domain | {' | '.join(whole)} |\n|---|{'---:|' * len(whole)}")
    for domain, counts in rows:
        print(f"| {domain} | {' | '.join(str(count or '–') for count in counts.values())} |")
    for domain, entries in domains.items():
        print(f"\n## {domain}\n\n| entry | tier | a line that it recognises |\n|---|---|---|")
        for known in entries:
            line = code(known.entry.signature.strip()).replace("|", "\\|")
            print(f"| {known.entry.id} | {tier_of(known.entry, known.path)} | {line} |")
    return 0


def _domains(engine: Engine) -> dict[str, list[Known]]:
    domains: dict[str, list[Known]] = {}
    for known in sorted(engine.knowledge.known.values(), key=lambda known: known.entry.id):
        domains.setdefault(known.entry.id.split("/")[0], []).append(known)
    return domains


def _counted(entries: Iterable[Known]) -> dict[str, int]:
    everything = list(entries)
    tiers = Counter(tier_of(known.entry, known.path) for known in everything)
    return {
        "entries": len(everything),
        **{tier: tiers[tier] for tier in TIERS},
        "proved workaround": sum(any(part.verified for part in known.entry.workarounds) for known in everything),
        "proved dead end": sum(any(part.verified for part in known.entry.dead_ends) for known in everything),
    }
