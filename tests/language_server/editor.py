"""A small editor: speaks with `cudabmc lsp` as a process, in JSON-RPC of its own, and keeps what it is told."""

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

Message = dict[str, Any]
PATIENCE = 60.0
"""Seconds in which each answer comes, also on a machine with much to do."""

CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}},
}


class Editor:
    """A client in a folder; `settings` are those that it tells when it is asked for them."""

    def __init__(self, folder: Path, settings: Any = None, **initialize: Any) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "cudabmc", "lsp", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.folder = folder
        self.settings = settings
        self.notifications: list[Message] = []
        self.diagnostics: dict[str, list[Message]] = {}
        self._answers: queue.Queue[Message] = queue.Queue()
        self._changed = threading.Condition()
        self._number = 0
        threading.Thread(target=self._listen, daemon=True).start()
        given = {"processId": None, "rootUri": folder.as_uri(), "capabilities": CAPABILITIES, **initialize}
        self.capabilities = self.request("initialize", given)["capabilities"]
        self.notify("initialized", {})

    # ------------------------------------------------------------ messages

    def send(self, body: bytes) -> None:
        """A message as it is on the wire, whatever it says."""
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def ask(self, method: str, params: Any) -> Message:
        """The whole answer, which may be an error."""
        self._number += 1
        self.send(json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode())
        answer = self._answers.get(timeout=PATIENCE)
        assert answer["id"] == self._number
        return answer

    def request(self, method: str, params: Any) -> Any:
        answer = self.ask(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    def _listen(self) -> None:
        assert self.process.stdout
        while header := self.process.stdout.readline():
            length = int(header.split(b":")[1])
            while self.process.stdout.readline().strip():
                pass
            self._take(json.loads(self.process.stdout.read(length)))

    def _take(self, message: Message) -> None:
        if "method" not in message:
            self._answers.put(message)
            return
        if "id" in message:
            result = [self.settings] if message["method"] == "workspace/configuration" else None
            self.send(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode())
        with self._changed:
            self.notifications.append(message)
            if message["method"] == "textDocument/publishDiagnostics":
                self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
            self._changed.notify_all()

    # ------------------------------------------------------------ files

    def open(self, path: Path, language: str = "cuda-cpp") -> None:
        document = {"uri": path.as_uri(), "languageId": language, "version": 1, "text": path.read_text()}
        self.notify("textDocument/didOpen", {"textDocument": document})

    def change(self, path: Path, text: str) -> None:
        """The buffer has another text, and the file has not."""
        document = {"uri": path.as_uri(), "version": 2}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self, path: Path, text: str) -> None:
        self.change(path, text)
        path.write_text(text)
        self.notify("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})

    def close(self, path: Path) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})

    def hover(self, path: Path, line: int, character: int) -> str:
        """The Markdown at a place; both numbers count from 0."""
        position = {"line": line, "character": character}
        shown = self.request("textDocument/hover", {"textDocument": {"uri": path.as_uri()}, "position": position})
        return shown["contents"]["value"] if shown else ""

    def actions(self, path: Path, *diagnostics: Message) -> list[Message]:
        where = diagnostics[0]["range"] if diagnostics else {"start": {"line": 0, "character": 0}}
        where = {"end": where["start"], **where}
        params = {"textDocument": {"uri": path.as_uri()}, "range": where, "context": {"diagnostics": [*diagnostics]}}
        return self.request("textDocument/codeAction", params)

    # ------------------------------------------------------------ waiting

    def until(self, holds: Callable[[], Any]) -> Any:
        """Wait until what was received makes this true."""
        end = time.monotonic() + PATIENCE
        with self._changed:
            while not (found := holds()):
                assert self._changed.wait(end - time.monotonic()), self.notifications[-10:]
            return found

    def of(self, path: Path, count: int | None = None) -> list[Message]:
        """The diagnostics of a file, once there are some, or so many."""
        uri = path.as_uri()
        self.until(lambda: uri in self.diagnostics and count in (None, len(self.diagnostics[uri])))
        return self.diagnostics[uri]

    def next_of(self, path: Path, act: Callable[[], None]) -> list[Message]:
        """Those that are published next for a file when something is done."""
        before = self._publications(path)
        act()
        self.until(lambda: self._publications(path) > before)
        return self.diagnostics[path.as_uri()]

    def _publications(self, path: Path) -> int:
        told = (one for one in self.notifications if one["method"] == "textDocument/publishDiagnostics")
        return sum(one["params"]["uri"] == path.as_uri() for one in told)

    def said(self, method: str) -> list[Any]:
        return [one["params"] for one in self.notifications if one["method"] == method]

    # ------------------------------------------------------------ the end

    def leave(self) -> int:
        """Shut down and exit; the exit status."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def hang_up(self) -> int:
        """Be gone without a word; the exit status of the server."""
        assert self.process.stdin
        self.process.stdin.close()
        return self.process.wait(PATIENCE)
