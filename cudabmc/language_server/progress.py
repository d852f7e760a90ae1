"""Tells an editor that a file is being verified, and for how long already."""

import asyncio
import os
import time
import uuid
from collections.abc import Callable

from lsprotocol import types
from pygls.lsp.server import LanguageServer

_PATIENCE = 5.0  # seconds in which an editor that knows progress answers
_TICK = 1.0  # seconds between two reports


class VerificationProgress:
    """The progress of one file, in an editor that shows such things. `cancel` is called when the user ends it there."""

    def __init__(self, server: LanguageServer, path: str, cancel: Callable[[], None]) -> None:
        self._server = server
        self._name = os.path.basename(path)
        self._cancel = cancel
        self._token = str(uuid.uuid4())
        self._begun = False
        self._conclusion = "stopped"

    def conclude(self, conclusion: str) -> None:
        """What is said when it ends."""
        self._conclusion = conclusion

    async def run(self) -> None:
        """Report until this task is cancelled."""
        window = self._server.client_capabilities.window
        if window is None or not window.work_done_progress:
            return
        progress = self._server.work_done_progress
        try:
            await asyncio.wait_for(progress.create_async(self._token), _PATIENCE)
            progress.tokens[self._token].add_done_callback(lambda _: self._cancel())
            self._begin()
            start = time.monotonic()
            while True:
                await asyncio.sleep(_TICK)
                seconds = f"{time.monotonic() - start:.0f} s"
                progress.report(self._token, types.WorkDoneProgressReport(message=f"{self._name}, {seconds}"))
        except TimeoutError:
            return
        finally:
            if self._begun:
                progress.tokens.pop(self._token, None)
                progress.end(self._token, types.WorkDoneProgressEnd(message=f"{self._name}: {self._conclusion}"))

    def _begin(self) -> None:
        self._begun = True
        begin = types.WorkDoneProgressBegin("cudabmc", message=self._name, cancellable=True)
        self._server.work_done_progress.begin(self._token, begin)
