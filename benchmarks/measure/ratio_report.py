"""What was measured against C and the interpreter: a table, what is reached of the aims, and what has changed."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from benchmarks.measure.ratio import PROGRAMS
from benchmarks.measure.table import duration, megabytes, table, times

GOAL_RATIO, GOAL_INTERPRETER, GOAL_COLD_START = 8.0, 50.0, 0.35
"""The aims of the project: times as slow as C; times as fast as the interpreter; seconds."""

LEAST_C = 0.001
"""What takes C less time has no ratio: so short a time is that of a call."""

Figures = Mapping[str, Any]
"""A `Ratio` as plain data, or all that `ratio_figures` gives."""


def kernel_ratio(found: Figures, *, compiling: bool = False) -> float | None:
    """Time of the kernels as a multiple of that of C."""
    return _against_c(found, "kernel", compiling)


def host_ratio(found: Figures, *, compiling: bool = False) -> float | None:
    """Time of host code as a multiple of that of C."""
    return _against_c(found, "host", compiling)


def _against_c(found: Figures, part: str, compiling: bool) -> float | None:
    ours, c = found[part], found[f"c_{part}"]
    if ours is None or c is None or c < LEAST_C:
        return None
    return float((ours + (found[f"{part}_compiler"] if compiling else 0.0)) / c)


def speed(found: Figures) -> float | None:
    """How many times faster than the interpreter the whole verification is."""
    if found["interpreted"] is None or not found["work"]:
        return None
    return float(found["interpreted"] / found["work"])


# ---------------------------------------------------------------- the table


def against_c(data: Figures) -> str:
    """The section of the report; empty without figures."""
    programs: Sequence[Figures] = data.get("programs", ())
    if not programs:
        return ""
    heads = ["program", "size", "kernels", "C", "ratio", "compiled", "host", "C", "ratio", "compiled"]
    heads += ["interpreter", "command", "memory"]
    rows = [
        [found["name"], str(found["size"]),
         *_seconds(found, "kernel", "c_kernel"), times(kernel_ratio(found)), times(kernel_ratio(found, compiling=True)),
         *_seconds(found, "host", "c_host"), times(host_ratio(found)), times(host_ratio(found, compiling=True)),
         times(speed(found)), "-" if found["seconds"] is None else duration(found["seconds"]),
         megabytes(found["memory"])]
        for found in programs
    ]  # fmt: skip
    lines = [f"- `{found['name']}`: {found['problem']}\n" for found in programs if found["problem"]]
    if "cold_start_seconds" in data:
        cold = duration(data["cold_start_seconds"])
        lines.append(f"- cold start to the verdict of a small program of constants: {cold}\n")
    return "\n".join(
        [
            "## Against C\n",
            f"Kernels and host code of programs of constants, and the same in C: {data['compiler']}, -O1. Seconds of"
            " the processor, and the ratio without the time to compile and with it (compiled). Then: how many times"
            " faster than the interpreter the verification is, and time and memory of the whole command.\n",
            table(heads, rows),
            "".join(lines),
        ]
    )


def _seconds(found: Figures, *names: str) -> Iterator[str]:
    for name in names:
        yield "-" if found[name] is None else f"{1000 * found[name]:.1f} ms"


# ---------------------------------------------------------------- aims


def ratio_goals(data: Figures) -> Iterator[tuple[str, str, bool]]:
    """The aims, what was measured, and whether they are reached."""
    programs: Sequence[Figures] = data.get("programs", ())
    if not programs or "cold_start_seconds" not in data:  # the last figure: the programs are complete
        return
    yield from _for_all(f"kernels: {GOAL_RATIO:g} times clang -O1", programs, kernel_ratio, lambda r: r <= GOAL_RATIO)
    yield from _for_all(f"host code: {GOAL_RATIO:g} times clang -O1", programs, host_ratio, lambda r: r <= GOAL_RATIO)
    faster = f"the interpreter: {GOAL_INTERPRETER:g} times slower"
    yield from _for_all(faster, programs, speed, lambda r: r >= GOAL_INTERPRETER, worst=min)
    by_name = {found["name"]: found for found in programs}
    for program in PROGRAMS:
        found = by_name.get(program.name)
        if found is not None and program.goal_seconds:
            yield _of_command(found, program.goal_seconds, program.goal_memory)
    cold = data["cold_start_seconds"]
    yield f"cold start to verdict: {GOAL_COLD_START:g} s", duration(cold), cold <= GOAL_COLD_START


def _for_all(
    goal: str, programs: Sequence[Figures], figure: Callable[[Figures], float | None],
    reaches: Callable[[float], bool], worst: Callable[..., tuple[float, str]] = max,
) -> Iterator[tuple[str, str, bool]]:  # fmt: skip
    """An aim for all programs; the worst of them is named."""
    found = [(ratio, one["name"]) for one in programs if (ratio := figure(one)) is not None]
    if found:
        reached = sum(reaches(ratio) for ratio, _ in found)
        ratio, name = worst(found)
        yield goal, f"{reached} of {len(found)}, {name} {times(ratio)}", reached == len(found)


def _of_command(found: Figures, seconds: float, memory: int) -> tuple[str, str, bool]:
    limits, measured = f"{seconds:g} s", "-" if found["seconds"] is None else duration(found["seconds"])
    if memory:
        limits, measured = f"{limits}, {megabytes(memory)}", f"{measured}, {megabytes(found['memory'])}"
    in_time = found["seconds"] is not None and found["seconds"] <= seconds and not found["problem"]
    return f"{found['name']}: {limits}", measured, in_time and (not memory or found["memory"] <= memory)


# ---------------------------------------------------------------- changes


def ratio_changes(old: Figures, new: Figures) -> str:
    """The figures of two runs beside each other, and the aims; empty if one of them has none."""
    before = {found["name"]: found for found in old.get("programs", ())}
    pairs = [(before[found["name"]], found) for found in new.get("programs", ()) if found["name"] in before]
    if not pairs:
        return ""
    rows = [
        [b["name"], *(f"{times(figure(a))} -> {times(figure(b))}" for figure in (kernel_ratio, host_ratio, speed)),
         f"{_clock(a)} -> {_clock(b)}", f"{megabytes(a['memory'])} -> {megabytes(b['memory'])}"]
        for a, b in pairs
    ]  # fmt: skip
    reached = {goal: yes for goal, _, yes in ratio_goals(old)}
    goals = [[goal, _yes(reached.get(goal)), _yes(yes), measured] for goal, measured, yes in ratio_goals(new)]
    parts = ["## Against C\n", table(["program", "kernels", "host", "interpreter", "command", "memory"], rows)]
    if goals:
        parts.append(table(["aim", "before", "now", "measured"], goals))
    if "cold_start_seconds" in old and "cold_start_seconds" in new:
        cold = [duration(data["cold_start_seconds"]) for data in (old, new)]
        parts.append(f"Cold start: {cold[0]} before, {cold[1]} now.\n")
    return "\n".join(parts)


def _clock(found: Figures) -> str:
    return "-" if found["seconds"] is None else duration(found["seconds"])


def _yes(reached: bool | None) -> str:
    return "-" if reached is None else "reached" if reached else "not reached"
