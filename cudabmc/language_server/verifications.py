"""The runs that are under way, at most one for each file, and the answers of the last ones."""

import asyncio
from collections.abc import Awaitable, Callable

from cudabmc.language_server.findings import FileAnswer, Remark, Weight


class Verifications:
    """Starts runs, `at_once` of them at the same time. `verify` takes the path of a file, and may be cancelled; `told`
    gets each answer. A file that is started again has its earlier run cancelled."""

    def __init__(
        self, verify: Callable[[str], Awaitable[FileAnswer]], told: Callable[[str, FileAnswer], None], at_once: int
    ) -> None:
        self._verify = verify
        self._told = told
        self._free = asyncio.Semaphore(at_once)
        self._running: dict[str, asyncio.Task[None]] = {}
        self.answers: dict[str, FileAnswer] = {}

    def start(self, path: str) -> None:
        """Verify the file, which may have to wait for others."""
        before = self._running.get(path)
        self._running[path] = asyncio.get_running_loop().create_task(self._run(path, before))
        if before is not None:
            before.cancel()

    def cancel(self, path: str) -> None:
        """End the run of a file, if there is one."""
        running = self._running.pop(path, None)
        if running is not None:
            running.cancel()

    def forget(self, path: str) -> None:
        """End the run of a file, and drop its answer."""
        self.cancel(path)
        self.answers.pop(path, None)

    async def end(self) -> None:
        """End everything; when this is done, no process is left."""
        running = list(self._running.values())
        self._running.clear()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def _run(self, path: str, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            await asyncio.wait([before])  # until its process has ended
        async with self._free:
            answer = await self._answer(path)
        if self._running.get(path) is asyncio.current_task():
            del self._running[path]
            self.answers[path] = answer
            self._told(path, answer)

    async def _answer(self, path: str) -> FileAnswer:
        try:
            return await self._verify(path)
        except Exception as error:  # a bug of ours is no reason to be silent
            kind = type(error).__name__
            return FileAnswer("not verified", remarks=(Remark(Weight.ERROR, f"internal error: {kind}: {error}"),))
