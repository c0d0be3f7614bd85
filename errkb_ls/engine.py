"""What both doors open first: the knowledge and a matcher for it.

The compiled patterns are cached in the user's cache directory, under a name that changes with the patterns and the engine. A cache that
cannot be read is built again, one that cannot be written is done without.
"""

from __future__ import annotations

import os
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

import platformdirs

from errkb_ls.configuration import APPLICATION, Settings, layers
from errkb_ls.knowledge import Knowledge, Problem, load_knowledge
from errkb_ls.matching import Database, Matcher, compile_database, key_of, signatures_of

#: A cached database that nobody opened for so long is deleted: knowledge changes, and every change leaves one behind.
_KEPT_SECONDS: Final = 30 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Engine:
    """Knowledge and a matcher for it. Immutable: a change makes a new one.

    :param problems: what was wrong with the knowledge; all the rest of it works
    """

    knowledge: Knowledge = field(default_factory=Knowledge)
    matcher: Matcher = field(default_factory=Matcher)
    problems: list[Problem] = field(default_factory=list)


def open_engine(settings: Settings, project: Path | None) -> Engine:
    """Load the knowledge of all layers and its patterns.

    :param settings: the settings in force
    :param project: the project's root, for its own knowledge
    """
    knowledge, problems = load_knowledge(layers(settings, project))
    signatures = signatures_of(knowledge)
    database = _cached_database([signature.regex for signature in signatures])
    muted = frozenset(i for i, s in enumerate(signatures) if is_disabled(s.entry.id, settings.disabled))
    matcher = Matcher(signatures, database, muted)
    paths = {entry_id: known.path for entry_id, known in knowledge.known.items()}
    return Engine(knowledge, matcher, [*problems, *matcher.problems(paths)])


def is_disabled(entry_id: str, patterns: list[str]) -> bool:
    """Whether an entry is muted by a list of ids and globs."""
    return any(fnmatchcase(entry_id, pattern) for pattern in patterns)


def cache_folder() -> Path:
    """Where compiled patterns are kept."""
    return platformdirs.user_cache_path(APPLICATION, appauthor=False)


def _cached_database(patterns: list[str]) -> Database:
    path = cache_folder() / f"{key_of(patterns)}.db"
    with suppress(OSError, ValueError):
        database = Database.load(path.read_bytes())
        os.utime(path)
        return database
    database = compile_database(patterns)
    with suppress(OSError):
        _write(path, database.dump())
    return database


def _write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all, and clear out what is old beside it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".tmp", delete=False) as file:
        file.write(data)
    os.replace(file.name, path)
    for other in path.parent.iterdir():
        if time.time() - other.stat().st_mtime > _KEPT_SECONDS:
            other.unlink()
