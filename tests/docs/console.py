"""Runs the sessions of a page in a folder of their own, in the order of the page."""

import io
import os
import runpy
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path

from page_blocks import ROOT, Block

from cudabmc.command.main import main

TOOLS = ("cudabmc", "python", "pytest", "cat", "ls", "echo", "head", "tail", "grep")
"""What a page may call. `echo $?` prints the status of the command before."""
SHARED = ("benchmarks", "configs")
"""Folders of the repository that pages name as if they were called there."""
_SHELL = set("|&;<>$`*?")
_FORKS = ("--timeout", "--memlimit", "suite")  # which a process with threads should not


class Console:
    """A folder with the files that a page has shown so far, and the commands that run in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.folder.mkdir()
        self.status = 0
        for name in SHARED:
            if (ROOT / name).exists():
                (self.folder / name).symlink_to(ROOT / name)
        self._environment = _environment(folder / "bin")

    def write(self, block: Block) -> None:
        """Make the file that a block shows, or change it as a block of kind diff says."""
        path = self.folder / block.title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_changed(path.read_text(), block.text) if block.kind == "diff" else block.text)

    def run(self, command: str) -> list[str]:
        """The lines that a command prints, on both of its streams. Sets `status`."""
        if command == "echo $?":
            return [str(self.status)]
        for part in command.replace("&&", "|").replace(";", "|").split("|"):
            tool = next(word for word in shlex.split(part) if "=" not in word)
            assert tool in TOOLS, f"a page calls {tool!r}; add it to the tools if it is everywhere"
        words = shlex.split(command)
        if words[0] in ("cudabmc", "python") and not _SHELL & set(command) and not self._apart(words):
            return self._here(words)
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder, env=self._environment, text=True, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        self.status = done.returncode
        return done.stdout.splitlines()

    def _here(self, words: list[str]) -> list[str]:
        """In this process: what is imported once is there."""
        stream = io.StringIO()
        with chdir(self.folder), redirect_stdout(stream), redirect_stderr(stream):
            if words[0] == "cudabmc":
                self.status = main(words[1:])
            else:
                runpy.run_path(words[1], run_name="__main__")
                self.status = 0
        return stream.getvalue().splitlines()

    def _apart(self, words: list[str]) -> bool:
        """Does a command need a process of its own? So does a script with arguments, and a file of options may have
        limits."""
        if words[0] == "python":
            return len(words) != 2 or not words[1].endswith(".py")
        return any(word.startswith(_FORKS) for word in words) or (self.folder / "cudabmc.toml").exists()




def _environment(folder: Path) -> dict[str, str]:
    """The commands of a page mean this checkout and this interpreter."""
    folder.mkdir()
    modules = {"python": "", "python3": "", "cudabmc": "-m cudabmc ", "pytest": "-m pytest -p no:cacheprovider "}
    for name, module in modules.items():
        script = folder / name
        script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} {module}"$@"\n')
        script.chmod(0o755)
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "CUDABMC_"))}
    paths = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    return kept | paths | {"COLUMNS": "100", "NO_COLOR": "1"}


def _changed(text: str, diff: str) -> str:
    """A text after a change, of which the lines that go (`-`), those that come (`+`) and those between are shown."""
    lines = diff.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    new = "".join(line[1:] for line in lines if line[0] != "-")
    assert text.count(old) == 1, f"these lines are there {text.count(old)} times, not once:\n{old}"
    return text.replace(old, new)
