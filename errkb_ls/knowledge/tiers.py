"""How well an entry is proved, computed from the files beside it and never typed.

``reproduced``: a reproduction and its evidence; ``observed``: evidence; ``documented``: a linked page of the tool itself;
``claimed``: the rest. An entry that says ``verification_tier: ai_generated`` is a claim whatever it links to.
"""

from __future__ import annotations

from pathlib import Path

from errkb_ls.knowledge.entry import Entry


def tier_of(entry: Entry, path: str) -> str:
    """The tier of an entry.

    :param entry: the entry
    :param path: its file; the evidence is looked for beside it
    :return: one of :data:`errkb_ls.knowledge.entry.TIERS`
    """
    file = Path(path)
    if file.with_suffix(".txt").is_file():
        return "reproduced" if file.with_suffix(".sh").is_file() else "observed"
    if entry.official_doc_url and entry.verification_tier != "ai_generated":
        return "documented"
    return "claimed"
