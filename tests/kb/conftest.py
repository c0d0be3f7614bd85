"""The built-in knowledge base with its matcher."""

from __future__ import annotations

import pytest

from errkb_ls.configuration import Settings
from errkb_ls.engine import Engine, open_engine


@pytest.fixture(scope="session")
def engine() -> Engine:
    return open_engine(Settings(), None)
