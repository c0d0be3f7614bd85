"""Floor 2: text in, findings out. Knows entries, not editors; does no I/O.

Start with :func:`~errkb_ls.matching.matcher.find`. ``Document`` is a text that is edited and grows, ``find_in_blocks`` a file of any size;
both make findings, and ``failures_of`` makes failures of those. The way of one row: ``database`` (which rows) → ``cleaning``, ``prefixes``,
``wrapping`` (what its words are) → ``matcher`` (where exactly) → ``ranking`` (which of several) → ``failures`` (how often, what caused it).
"""

from errkb_ls.matching.cleaning import clean_text
from errkb_ls.matching.database import Database, compile_database, key_of, refusal
from errkb_ls.matching.document import Document, Text, find_in_rows
from errkb_ls.matching.failures import Tally, failures_of
from errkb_ls.matching.finding import Failure, Finding, Span
from errkb_ls.matching.matcher import Matcher, Signature, signatures_of
from errkb_ls.matching.stream import find_in_blocks

__all__ = [
    "Database",
    "Document",
    "Failure",
    "Finding",
    "Matcher",
    "Signature",
    "Span",
    "Tally",
    "Text",
    "clean_text",
    "compile_database",
    "failures_of",
    "find_in_blocks",
    "find_in_rows",
    "key_of",
    "refusal",
    "signatures_of",
]
