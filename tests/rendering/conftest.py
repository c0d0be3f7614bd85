"""Findings of the built-in knowledge base, each made by matching its entry's own signature."""

from __future__ import annotations

import pytest

from errkb_ls.configuration import Settings
from errkb_ls.engine import Engine, open_engine
from errkb_ls.knowledge import Entry
from errkb_ls.matching import Document, Finding, Span


@pytest.fixture(scope="session")
def engine() -> Engine:
    return open_engine(Settings(), None)


def finding_of(engine: Engine, entry_id: str) -> Finding:
    document = Document(engine.knowledge[entry_id].signature)
    list(document.rescan(engine.matcher))
    return next(finding for finding in document.findings if finding.entry.id == entry_id)


def made_up(entry: Entry, **captures: str) -> Finding:
    """A finding of an entry with these captures."""
    return Finding(entry, 0, Span(0, 0, 0, 1), "x", captures)
