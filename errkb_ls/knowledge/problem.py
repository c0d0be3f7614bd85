"""A problem with something that was read: where it is and what to do about it.

Wherever many inputs are read, functions return ``(result, problems)``: one bad file hides no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Level = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in one file.

    :param code: stable name of the kind of problem, for example ``bad-regex``
    :param path: the file (or folder) it is in
    :param message: what is wrong, one sentence
    :param remedy: what to do, one sentence
    :param pointer: JSON path inside the file, ``$`` for the whole document, or ``line 3`` in a text file
    :param level: ``error`` when the thing could not be used, ``warning`` when it works all the same
    """

    code: str
    path: str
    message: str
    remedy: str
    pointer: str = "$"
    level: Level = "error"

    def __str__(self) -> str:
        return f"{self.path}: {self.pointer}: {self.level}: {self.message} {self.remedy} [{self.code}]"
