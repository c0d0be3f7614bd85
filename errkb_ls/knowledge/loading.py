"""Folders of entries to one knowledge base, in layers.

A layer is a folder that is read whole, ``<folder>/**/*.json``; a later layer overrides an earlier one by entry id. Inside one
layer an id may appear once: the first file by name keeps it, and the other one is a problem.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from errkb_ls.knowledge.decoding import MAX_BYTES, decode_entry
from errkb_ls.knowledge.entry import Entry
from errkb_ls.knowledge.problem import Problem


@dataclass(frozen=True, slots=True)
class Layer:
    """A folder of entries. ``name`` is shown on cards: ``built-in``, ``user``, ``workspace``."""

    name: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Known:
    """An entry with where it was read."""

    entry: Entry
    path: str
    layer: str


@dataclass(frozen=True, slots=True)
class Knowledge:
    """All entries by id. Immutable: a change on disk makes a new one."""

    known: dict[str, Known] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.known)

    def __iter__(self) -> Iterator[Entry]:
        return (known.entry for known in self.known.values())

    def __getitem__(self, entry_id: str) -> Entry:
        return self.known[entry_id].entry

    def __contains__(self, entry_id: str) -> bool:
        return entry_id in self.known


def built_in_folder() -> Path:
    """The knowledge base that ships with the package: inside the wheel, or beside the package in a checkout."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "kb"
    return inside if inside.is_dir() else package.parent / "kb"


def load_knowledge(layers: Iterable[Layer]) -> tuple[Knowledge, list[Problem]]:
    """Read every layer.

    :param layers: in ascending precedence
    :return: what could be read, and a problem for each file that could not
    """
    known: dict[str, Known] = {}
    problems: list[Problem] = []
    for layer in layers:
        entries, bad = _load_layer(layer)
        known |= entries
        problems += bad
    return Knowledge(known), problems


def _load_layer(layer: Layer) -> tuple[dict[str, Known], list[Problem]]:
    known: dict[str, Known] = {}
    problems: list[Problem] = []
    for path in _json_files(str(layer.folder), problems):
        entry, problem = _read(path)
        if entry is None:
            problems += [problem] if problem else []
        elif entry.id in known:
            problems.append(
                Problem(
                    "duplicate-id",
                    path,
                    f"The id {entry.id} is taken by {known[entry.id].path}.",
                    "Give this entry its own id, the path below the knowledge base without .json.",
                    "$.id",
                )
            )
        else:
            known[entry.id] = Known(entry, path, layer.name)
    return known, problems


def _json_files(folder: str, problems: list[Problem]) -> Iterator[str]:
    """Paths of the entry files below a folder, in a stable order; hidden files and folders are left out."""
    try:
        with os.scandir(folder) as rows:
            ordered = sorted(rows, key=lambda row: row.name)
    except OSError as error:
        problems.append(Problem("unreadable-folder", folder, f"{error.strerror}.", "Name a folder that exists and can be read."))
        return
    for row in ordered:
        if row.name.startswith("."):
            continue
        # Links to folders are not followed: a cycle must not hang the server.
        if row.is_dir(follow_symlinks=False):
            if row.name.endswith(".json"):
                problems.append(
                    Problem("folder-named-json", row.path, "This is a folder.", "Name it without .json, or put an entry there.")
                )
            yield from _json_files(row.path, problems)
        elif row.name.endswith(".json"):
            yield row.path


def _read(path: str) -> tuple[Entry | None, Problem | None]:
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        return None, Problem("unreadable-file", path, f"{error.strerror}.", "Make it a readable file.")
    return decode_entry(data, path)
