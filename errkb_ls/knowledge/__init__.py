"""Floor 1: what is known. Entries, loading them in layers, checking them. No editor, no matching.

Start with :func:`load_knowledge`; :mod:`~errkb_ls.knowledge.entry` has the schema as types.
"""

from errkb_ls.knowledge.entry import Edge, Entry, Variant
from errkb_ls.knowledge.evidence import Evidence, Mark, parse_evidence, write_evidence
from errkb_ls.knowledge.loading import Knowledge, Known, Layer, built_in_folder, load_knowledge
from errkb_ls.knowledge.problem import Problem
from errkb_ls.knowledge.tiers import tier_of

__all__ = [
    "Edge",
    "Entry",
    "Evidence",
    "Knowledge",
    "Known",
    "Layer",
    "Mark",
    "Problem",
    "Variant",
    "built_in_folder",
    "load_knowledge",
    "parse_evidence",
    "tier_of",
    "write_evidence",
]
