"""Floor 3: a finding told. Cards, one-line messages, reports, JSON objects; English or Chinese. No I/O, no editor.

Start with :func:`~errkb_ls.rendering.card.card`. Everything captured from a log goes through :mod:`~errkb_ls.rendering.filling`.
"""

from errkb_ls.rendering.card import Detail, Style, card, commands, doc_url, entry_card
from errkb_ls.rendering.filling import harmless
from errkb_ls.rendering.language import Language, Words, choose_language
from errkb_ls.rendering.lines import failure_object
from errkb_ls.rendering.message import message, severity
from errkb_ls.rendering.report import in_order, report

__all__ = [
    "Detail",
    "Language",
    "Style",
    "Words",
    "card",
    "choose_language",
    "commands",
    "doc_url",
    "entry_card",
    "failure_object",
    "harmless",
    "in_order",
    "message",
    "report",
    "severity",
]
