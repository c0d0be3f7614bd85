"""A small knowledge base whose patterns differ in kind, for tests of matching alone."""

from __future__ import annotations

from errkb_ls.knowledge import Entry
from errkb_ls.knowledge.entry import Context, Edge, TransitionGraph
from errkb_ls.matching import Matcher, compile_database, signatures_of


def matcher_of(*entries: Entry) -> Matcher:
    """A matcher for entries, all of whose patterns must be usable."""
    signatures = signatures_of(entries)
    database = compile_database([signature.regex for signature in signatures])
    assert not database.refused
    return Matcher(signatures, database)


def _confused(entry_id: str, *, wins: bool) -> TransitionGraph:
    return TransitionGraph(frequently_confused_with=[Edge(error_id=entry_id, wins=wins)])


ENTRIES = (
    Entry(
        id="t/module",
        signature="ModuleNotFoundError: No module named 'yaml'",
        regex=r"^ModuleNotFoundError: No module named '(?P<module>[^']+)'",
    ),
    Entry(
        id="t/yaml",
        signature="ModuleNotFoundError: No module named 'yaml'",
        regex=r"^ModuleNotFoundError: No module named 'yaml'",
        transition_graph=_confused("t/module", wins=True),
    ),
    Entry(id="t/limit", signature="hit config.recompile_limit (8)", regex=r"hit config\.\w+_limit \((?P<n>\d+)\)"),
    Entry(id="t/quoted", signature='say "stop" now', regex=r'^say "(?P<word>\w+)" now$'),
    Entry(id="t/chinese", signature="错误：找不到模块 「甲乙」", regex=r"^错误：找不到模块 「(?P<name>.{1,20})」"),
    Entry(id="t/tail", signature="cannot open shared object libz.so", regex=r"^cannot open shared object (?P<lib>\S+)"),
    Entry(id="t/two-rows", signature="Traceback:\n  boom at 7", regex=r"^Traceback:\n +boom at (?P<line>\d+)"),
    Entry(
        id="t/killed",
        signature="Killed",
        regex=r"^Killed$",
        context=[Context(regex=r"out of memory", lines_before=3)],
    ),
)


#: Module-level and no fixture, so that hypothesis does not print it with each failing example.
MATCHER = matcher_of(*ENTRIES)
