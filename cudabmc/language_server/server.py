"""What the server knows of an editor: open files, settings, what is verified and shown."""

import asyncio
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from cudabmc.errors import UsageError
from cudabmc.language_server.client_settings import SECTION, ClientSettings, read_settings
from cudabmc.language_server.diagnostics import Diagnoser
from cudabmc.language_server.findings import FileAnswer
from cudabmc.language_server.programs import includes, is_program
from cudabmc.language_server.progress import VerificationProgress
from cudabmc.language_server.shown import ShownDiagnostics
from cudabmc.language_server.verification_run import verify
from cudabmc.language_server.verifications import Verifications
from cudabmc.process import cores
from cudabmc.version import __version__

_PATIENCE = 5.0  # seconds in which an editor answers what its settings are


class VerificationServer(LanguageServer):
    """Verifies the programs that are open in an editor, and shows what comes of it. Files are known by their paths."""

    def __init__(self) -> None:
        super().__init__("cudabmc", __version__)
        self.settings = ClientSettings()
        self.shut_down = False
        self.open: dict[str, str] = {}  # the addresses of open files as the editor writes them
        self.shown = ShownDiagnostics()
        # A run may use several cores, and the editor needs some, too.
        self.verifications = Verifications(self._verify, self._answered, max(1, cores.usable() // 2))
        self._asking: asyncio.Task[None] | None = None

    # ------------------------------------------------------------ files

    def path_of(self, uri: str) -> str | None:
        """The path of a file on this machine; None for what is in none."""
        path = uris.to_fs_path(uri)
        return os.path.normpath(path) if path else None

    def uri_of(self, path: str) -> str:
        """The address of a file, as the editor writes it if it is open."""
        return self.open.get(path) or Path(path).as_uri()

    def folder_of(self, path: str) -> str:
        """The folder in which a file is verified: the workspace that it is in, or its own."""
        roots = [root for uri in self.workspace.folders if (root := self.path_of(uri))]
        if self.workspace.root_path:
            roots.append(os.path.normpath(self.workspace.root_path))
        around = [root for root in roots if Path(root) in Path(path).parents and os.path.isdir(root)]
        return max(around, key=len, default=os.path.dirname(path))

    def lines_of(self, path: str) -> Sequence[str]:
        """The lines of an open file as the editor has them, with their ends; of others those on disk."""
        try:
            return self.workspace.get_text_document(self.uri_of(path)).lines
        except (OSError, ValueError):
            return []

    def programs(self) -> list[str]:
        """The open files that are verified by themselves."""
        return [path for path in self.open if self._is_program(path)]

    def verify_if_program(self, path: str) -> None:
        """Verify a file, unless it is only a part of others, or not on disk."""
        if os.path.isfile(path) and self._is_program(path):
            self.verifications.start(path)
        elif path in self.verifications.answers:
            self.drop(path)

    def drop(self, path: str) -> None:
        """Forget a file, and clear what was shown of it."""
        self.verifications.forget(path)
        self._publish(self.shown.replace(path, {}))

    def _is_program(self, path: str) -> bool:
        language = self.workspace.get_text_document(self.uri_of(path)).language_id
        return is_program(path, language or "")

    # ------------------------------------------------------------ runs

    async def verify_including(self, header: str) -> None:
        """Verify the open programs that include a file."""
        for path in self.programs():
            given = (path, header, self.settings.arguments, self.folder_of(path))
            if path != header and await asyncio.to_thread(includes, *given):
                self.verify_if_program(path)

    async def _verify(self, path: str) -> FileAnswer:
        if self._asking is not None:
            await asyncio.wait([self._asking])
        progress = VerificationProgress(self, path, lambda: self.verifications.cancel(path))
        showing = asyncio.get_running_loop().create_task(progress.run())
        try:
            answer = await verify(path, self.folder_of(path), self.settings)
            progress.conclude(answer.conclusion)
            return answer
        finally:
            showing.cancel()

    def _answered(self, path: str, answer: FileAnswer) -> None:
        diagnoser = self.diagnoser()
        self._publish(self.shown.replace(path, diagnoser.by_file(path, answer)))
        self.log(f"{path}: {answer.conclusion}")

    def end_on_signals(self) -> None:
        """From now on signals that end processes end the runs first, so that nothing of them is left on the disk."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, lambda: loop.create_task(self._end()))

    async def _end(self) -> None:
        await self.verifications.end()
        os._exit(1)  # an ordinary end would wait for the next message

    def diagnoser(self) -> Diagnoser:
        """Makes diagnostics for this editor."""
        return Diagnoser(self.uri_of, self.workspace.position_codec.client_num_units)

    def _publish(self, paths: list[str]) -> None:
        for path in paths:
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(self.uri_of(path), self.shown.of(path))
            )

    # ------------------------------------------------------------ settings

    def ask_for_settings(self) -> None:
        """Take the settings that the editor has for us, if it tells them when it is asked."""
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.configuration:
            self._asking = asyncio.get_running_loop().create_task(self._ask())

    async def _ask(self) -> None:
        item = types.ConfigurationItem(section=SECTION)
        with suppress(Exception):  # an editor that does not answer has no settings for us
            asked = self.workspace_configuration_async(types.ConfigurationParams([item]))
            (data,) = await asyncio.wait_for(asked, _PATIENCE)
            if data is not None:
                self.take_settings(data)

    async def ask_to_be_told(self, method: str, options: object) -> None:
        """Register for a notification. An editor that refuses does without what it is for."""
        registration = types.Registration(method, method, options)
        try:
            await self.client_register_capability_async(types.RegistrationParams([registration]))
        except JsonRpcException as error:
            self.log(f"the editor does not send {method}: {error}")

    def take_settings(self, data: object) -> None:
        """From now on these settings count, and the open programs are verified with them."""
        try:
            settings = read_settings(data)
        except UsageError as error:
            text = f"cudabmc: {error.message}" + (f"; {error.hint}" if error.hint else "")
            self.window_show_message(types.ShowMessageParams(types.MessageType.Error, text))
            return
        if settings != self.settings:
            self.settings = settings
            for path in self.programs():
                self.verify_if_program(path)

    def log(self, text: str) -> None:
        """Tell those who read the log of the editor."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Log, text))
