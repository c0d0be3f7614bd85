"""Secrets in logs: what looks like one is masked before a log becomes evidence.

The shapes are those that the issuers document; a password that looks like a word is found only where something says that it is one.
"""

from __future__ import annotations

import re
from typing import Final

_MASK: Final = "***"

#: The group ``secret``, or else the whole match, is masked.
_SHAPES: Final = [
    re.compile(shape)
    for shape in (
        r"\bgh[pousr]_[A-Za-z0-9]{36,}\b",  # GitHub
        r"\bgithub_pat_\w{22,}\b",
        r"\bglpat-[\w-]{20,}\b",  # GitLab
        r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",  # AWS
        r"\bnpm_[A-Za-z0-9]{36}\b",
        r"\bpypi-[\w-]{50,}\b",
        r"\bxox[abprs]-[\w-]{10,}\b",  # Slack
        r"\b(?:sk|pk|rk)[-_](?:live|test|proj|ant)?[-_]?[A-Za-z0-9_-]{20,}\b",  # Stripe, OpenAI, Anthropic
        r"\bhf_[A-Za-z0-9]{30,}\b",  # Hugging Face
        r"\bAIza[\w-]{35}\b",  # Google
        r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}",  # JSON Web Tokens
        r"://[^\s/:@]+:(?P<secret>[^\s/@]{3,})@",  # user:password@host
        r"(?i)\b(?:bearer|basic) (?P<secret>[\w.~+/-]{16,}=*)",
        r"(?i)\b[\w-]*(?:password|passwd|secret|api[_-]?key|(?:access|auth)[_-]?token|token(?==))[\"']?\s*[=:]\s*[\"']?(?P<secret>[^\s\"',;]{6,})",
        r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*",
    )
]


def mask(row: str) -> str:
    """A row of a log with what looks like a secret as ``***``."""
    for shape in _SHAPES:
        row = shape.sub(_masked, row)
    return row


def _masked(match: re.Match[str]) -> str:
    secret = match.groupdict().get("secret") or match[0]
    if secret.strip("*") == "":
        return match[0]
    return match[0].replace(secret, _MASK)
