"""Entries muted in single documents: a log has no place for a comment that says so, so the user's state folder remembers.

The file is ``muted.json``, an object with a list of entry ids for each URI. To hear of an entry again, take its id out.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import msgspec
import platformdirs

from errkb_ls.configuration import APPLICATION

Muted = dict[str, list[str]]


def muted_file() -> Path:
    """Where it is remembered."""
    return platformdirs.user_state_path(APPLICATION, appauthor=False) / "muted.json"


def read_muted() -> Muted:
    """Ids of the muted entries by URI; none when the file is not there or damaged."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(muted_file().read_bytes(), type=Muted)
    return {}


def mute(muted: Muted, uri: str, entry_id: str) -> Muted:
    """Mute an entry in one more document.

    :param muted: what is muted so far in this session
    :return: what is muted now, also by other servers of this user
    """
    now = read_muted()
    for place, ids in (*muted.items(), (uri, [entry_id])):
        now[place] = list(dict.fromkeys((*now.get(place, ()), *ids)))
    return now


def write_muted(muted: Muted) -> None:
    """Remember what is muted, whole or not at all.

    :raises OSError: if it cannot be written
    """
    path = muted_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}")
    new.write_bytes(msgspec.json.encode(muted))
    os.replace(new, path)
