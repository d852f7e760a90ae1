"""Compilers at work: several at the same time, and none left behind."""

import os
import subprocess
from collections.abc import Sequence

from cudabmc.frontend.clang.discovery import ENVIRONMENT
from cudabmc.late_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class CompilerExit:
    """How a process ended: exit status (negative: the signal) and what it wrote to its standard error."""

    status: int
    messages: str


def run_all(commands: Sequence[Sequence[str]], at_once: int | None = None) -> list[CompilerExit]:
    """Run the commands, as many at a time as there are processors, and answer in their order.

    If this is left by an exception (a time limit, Ctrl-C), what still runs is killed.
    """
    at_once = at_once or max(2, os.cpu_count() or 1)
    running: list[subprocess.Popen[bytes]] = []
    ended: list[CompilerExit] = []
    try:
        for command in commands:
            if len(running) - len(ended) >= at_once:
                ended.append(_wait(running[len(ended)]))
            running.append(_start(command))
        while len(ended) < len(running):
            ended.append(_wait(running[len(ended)]))
    finally:
        for process in running[len(ended) :]:
            process.kill()
            process.communicate()
    return ended


def _start(command: Sequence[str]) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT
    )


def _wait(process: "subprocess.Popen[bytes]") -> CompilerExit:
    _, messages = process.communicate()
    return CompilerExit(process.returncode, messages.decode("utf-8", "replace"))
