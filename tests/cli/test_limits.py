"""Limits end a run from inside."""

import signal
import threading
import time
from mmap import mmap

import pytest

from cudabmc.errors import ResourceError, UsageError
from cudabmc.process import limits as limits_module
from cudabmc.process.limits import MemoryLimitError, limits, remaining


def test_time_runs_out() -> None:
    start = time.monotonic()
    with pytest.raises(ResourceError, match="time ran out after"), limits(timeout=0.1):
        while True:
            pass
    assert time.monotonic() - start < 2


def test_the_alarm_is_off_afterwards() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with limits(timeout=30):
        left = remaining()
        assert left is not None and 29 < left <= 30
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert remaining() is None


def test_a_swallowed_alarm_comes_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cudabmc.process.limits._AGAIN", 0.1)
    swallowed = 0
    with pytest.raises(ResourceError), limits(timeout=0.1):
        while True:
            try:
                while True:
                    pass
            except ResourceError:
                swallowed += 1
                if swallowed == 3:
                    raise
    assert swallowed == 3


def test_memory_is_nearly_full() -> None:
    """The run ends before nothing is left, and what comes then has half of the rest."""
    held: list[mmap] = []
    used = limits_module._size() >> 20
    limit = used + 256 + used // 8  # a share of the limit is left free, which is more where other tests have taken much

    def fill() -> None:
        while used + len(held) < limit - 1:
            held.append(mmap(-1, 1 << 20))
            end = time.process_time() + 0.005
            while time.process_time() < end:
                pass

    with pytest.raises(MemoryLimitError, match="memory ran out: the limit is"), limits(memlimit=limit):
        try:
            fill()
        except MemoryLimitError:
            first = len(held)
            fill()
    assert 128 < first < len(held)
    assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def test_a_memory_error_becomes_a_resource_error() -> None:
    with pytest.raises(ResourceError, match="memory ran out"), limits():
        raise MemoryError


@pytest.mark.parametrize(
    "error", [ImportError("x.so: failed to map segment from shared object"), OSError(12, "no memory")]
)
def test_what_cannot_be_loaded_or_started_for_lack_of_memory_is_a_resource_error(error: Exception) -> None:
    with pytest.raises(ResourceError, match=r"memory ran out: the limit of 4000 MiB"), limits(memlimit=4000):
        raise error


@pytest.mark.parametrize("error", [ImportError("no module named x"), OSError(2, "no such file")])
def test_other_errors_are_no_lack_of_memory(error: Exception) -> None:
    with pytest.raises(type(error)), limits(memlimit=4000):
        raise error


def test_a_timeout_outside_of_the_main_thread_is_refused() -> None:
    caught: list[BaseException] = []

    def body() -> None:
        try:
            with limits(timeout=1):
                pass
        except UsageError as error:
            caught.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert len(caught) == 1
