"""``$/progress`` and ``window/workDoneProgress/create``: something takes a while, and the user may know.

Only what takes longer than half a second is shown, and only by clients that say they can. However it ends, the progress ends, too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final
from uuid import uuid4

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from errkb_ls.server.session import PATIENCE_SECONDS, Session

logger = logging.getLogger(__name__)

#: What takes longer shows its progress.
PROGRESS_SECONDS: Final = 0.5


@asynccontextmanager
async def progress(ls: Session, title: str) -> AsyncIterator[Callable[[float], Awaitable[None]]]:
    """Something that may take a while.

    :param title: what the user sees
    :return: to be awaited now and then with the part that is done, up to 1.0
    """
    started, token = time.monotonic(), None

    async def report(done: float) -> None:
        nonlocal token
        if token is None and done < 1 and time.monotonic() - started >= PROGRESS_SECONDS:
            token = await _begin(ls, title)
        if token:
            ls.work_done_progress.report(token, types.WorkDoneProgressReport(percentage=int(done * 100)))

    try:
        yield report
    finally:
        if token:
            ls.work_done_progress.end(token, types.WorkDoneProgressEnd())


async def _begin(ls: Session, title: str) -> str:
    """Have the client show a progress; answers its token, empty where there is none to be seen."""
    window = ls.client_capabilities.window
    if not window or not window.work_done_progress:
        return ""
    token = f"errkb-{uuid4()}"  # Zed knows string tokens only
    try:
        await asyncio.wait_for(ls.work_done_progress.create_async(token), PATIENCE_SECONDS)
    except (asyncio.TimeoutError, JsonRpcException):
        logger.warning("the client announced work-done progress, and shows none")
        return ""
    ls.work_done_progress.begin(token, types.WorkDoneProgressBegin(title, percentage=0))
    return token
