"""A line on the terminal that says what a long run is doing."""

import threading
from collections.abc import Callable
from contextlib import suppress
from os import get_terminal_size
from os.path import basename
from time import monotonic
from types import TracebackType
from typing import Any, Self, TextIO

from cudabmc.process.activity import Activity, Watch
from cudabmc.report.plural import plural
from cudabmc.report.style import printable

DELAY = 1.0  # seconds before the line appears: most runs have ended by then
EVERY = 0.25  # seconds between two looks
_WINDOW = 2.0  # seconds over which the rate is taken


class ProgressLine:
    """Shows a run's activity on a terminal until the body ends, and nothing elsewhere or with `quiet`.

    With `timeout`, the bar shows how much of it is used, by the clock `now`; without one, the end of a run is not
    known, and there is no bar that pretends to know it."""

    def __init__(
        self,
        watch: Watch,
        stream: TextIO,
        *,
        quiet: bool = False,
        timeout: float | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._watch = watch
        self._stream = stream
        self._timeout = timeout
        self._now = now
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        if not quiet and stream.isatty():
            self._thread = threading.Thread(target=self._show, name="progress", daemon=True)

    def __enter__(self) -> Self:
        if self._thread is not None:
            self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self._thread is not None:
            self._over.set()
            self._thread.join()

    def _show(self) -> None:
        start, started = monotonic(), self._now()
        if self._over.wait(DELAY):
            return
        bar = self._bar(start, look(self._watch) or Activity(""))
        began = bar.start_t
        seen: list[tuple[float, int]] = []
        try:
            while True:
                now = monotonic()
                activity = look(self._watch)
                if activity is not None:
                    seen = [(at, steps) for at, steps in seen if now - at <= _WINDOW and steps <= activity.steps]
                    seen.append((now, activity.steps))
                    bar.set_description_str(printable(activity_text(activity, rate(seen))), refresh=False)
                used = self._now() - started
                bar.n = min(used, self._timeout) if self._timeout else used
                bar.start_t = began + max(0.0, now - start - used)  # it shows the same time as the bar
                bar.refresh()
                if self._over.wait(EVERY):
                    return
        finally:
            bar.close()
            self._wipe()

    def _wipe(self) -> None:
        """The bar has wiped what it wrote, but not the ^C that the terminal has put behind it."""
        with suppress(OSError, ValueError):
            self._stream.write("\r" + " " * (get_terminal_size(self._stream.fileno()).columns - 1) + "\r")
            self._stream.flush()

    def _bar(self, start: float, activity: Activity) -> Any:
        from tqdm import tqdm

        form = "{desc}  {elapsed}" + ("/{total:.0f}s |{bar:10}|" if self._timeout else "")
        stage = activity.stage
        bar = tqdm(desc=stage, total=self._timeout, file=self._stream, leave=False, dynamic_ncols=True, bar_format=form)
        bar.start_t -= monotonic() - start
        return bar


def look(watch: Watch) -> Activity | None:
    """What the run is doing; None if it changed its data while they were read, which harms nobody."""
    try:
        return watch.look()
    except (AttributeError, IndexError, KeyError, RuntimeError, TypeError):
        return None


def rate(seen: list[tuple[float, int]]) -> float | None:
    """Steps a second between the first and the last of (time, steps); None if none is counted yet."""
    (start, before), (end, after) = seen[0], seen[-1]
    return (after - before) / (end - start) if end > start and after > before else None


def activity_text(activity: Activity, steps_a_second: float | None = None) -> str:
    """One line, the most important things first: terminals cut off what is too long."""
    parts = [activity.stage]
    if activity.unwind is not None:
        parts.append(f"--unwind {activity.unwind}")
    where = activity.where
    at = f"{basename(where.file)}:{where.line}" if where is not None and where.file else ""
    if activity.asking is not None:
        more = f" and {activity.conditions - 1} more" if activity.conditions > 1 else ""
        about = f" at {at}{more}" if at else ""
        parts.append(f"solving{about} for {activity.asking:.0f} s, query {activity.queries}")
    if activity.interleavings or activity.open:
        count = plural(activity.interleavings, "interleaving")
        parts.append(f"{count} done, {activity.open} begun" if activity.open else f"{count} done")
        parts.append(f"context switches {activity.switches} of {activity.context_bound}")
    if at and activity.asking is None:
        parts.append(f"at {at}")
    if steps_a_second is not None:
        parts.append(f"{_short(steps_a_second)} steps/s")
    return ", ".join(parts)


def _short(number: float) -> str:
    for unit, size in (("M", 1e6), ("k", 1e3)):
        if number >= size:
            return f"{number / size:.1f} {unit}"
    return f"{number:.0f}"
