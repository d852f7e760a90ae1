"""Ctrl-C ends a run wherever it comes."""

import _frozen_importlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cudabmc.process.interrupts import interruptible

ROOT = Path(__file__).parents[2]


class Interrupted:
    """A signal comes while it is taken away."""

    def __del__(self) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.001)  # the handler runs here


def test_a_signal_in_a_finaliser_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt), interruptible():
        Interrupted()
        time.sleep(5)
        pytest.fail("the signal is lost")


def test_the_importer_still_forgets_its_locks_in_a_callback() -> None:
    """Where an exception is dropped; `cudabmc.process.interrupts` knows it by its name."""
    constants = _frozen_importlib._get_module_lock.__code__.co_consts
    (callback,) = (code for code in constants if getattr(code, "co_name", "") == "cb")
    assert callback.co_filename == "<frozen importlib._bootstrap>"


@pytest.mark.parametrize("module", ["program", "answer"])
def test_a_signal_while_modules_are_imported_gives_a_verdict(module: str) -> None:
    code = f"""
import os, signal, sys
class Finder:
    def find_spec(self, name, path, target=None):
        if name == "cudabmc.command.{module}":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
import runpy
sys.argv = ["cudabmc", "x.cu"]
runpy.run_module("cudabmc", run_name="__main__")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60)
    assert (run.returncode, run.stderr) == (3, "")
    assert run.stdout == "Unknown: interrupted\n\nVERIFICATION UNKNOWN\n"


def test_several_signals_at_once_are_one() -> None:
    heard = []
    with interruptible(lambda: heard.append(1)):
        for _ in range(3):
            try:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(0.001)
            except KeyboardInterrupt:
                heard.append(2)
    assert heard == [1, 2]
