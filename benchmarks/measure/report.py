"""Results as a page of Markdown."""

from collections.abc import Iterator, Sequence
from statistics import median

from benchmarks.measure.figures import (
    CATEGORIES,
    NOT_SHOWN_WHEN_EMPTY,
    against,
    by_folder,
    conditions,
    groups,
    is_close,
    off_by,
    solver_share,
    total,
)
from benchmarks.measure.options import COMPARISONS, Comparison
from benchmarks.measure.proof_report import proofs_section
from benchmarks.measure.ratio_report import against_c, ratio_goals
from benchmarks.measure.record import FAMILIES, OPTIONS, SET, Record, Results
from benchmarks.measure.table import duration, megabytes, share, table, times

GOAL_MEDIAN = 0.4
"""Seconds of a program, the median."""

GOAL_PROGRAMS, GOAL_TOTAL = 250, 90.0
"""Seconds of so many programs."""

SYMBOLIC = "inputs"
"""The folder of programs that depend on inputs."""

SHOWN = 40
"""How many programs a list names."""


def report(results: Results, plots: Sequence[tuple[str, str]] = ()) -> str:
    """The page; `plots` are titles and files beside it."""
    return "\n".join(_sections(results, plots)).rstrip() + "\n"


def _sections(results: Results, plots: Sequence[tuple[str, str]]) -> Iterator[str]:
    yield "# Measurements of cudabmc\n"
    if not results.complete:
        yield "**The run was interrupted: these are the results until then.**\n"
    yield ", ".join(f"{name} {value}" for name, value in {**results.machine, **results.settings}.items()) + "\n"
    if results.notes:
        yield "".join(f"- {note}\n" for note in results.notes)
    yield goals(results)
    yield answers(results.part(SET))
    yield work(results.part(SET))
    yield families(results.part(FAMILIES))
    yield options(results.part(OPTIONS))
    yield against_c(results.ratio)
    yield proofs_section(results.proofs, results.queries)
    yield profiles(results)
    if plots:
        yield "## Plots\n"
        yield "\n".join(f"![{title}]({file})\n" for title, file in plots)


# ---------------------------------------------------------------- goals


def goals(results: Results) -> str:
    """What the project aims at, and what was measured of it."""
    rows = list(_goals(results))
    return "\n".join(["## Goals\n", table(["goal", "measured", "reached"], rows)]) if rows else ""


def _goals(results: Results) -> Iterator[list[str]]:
    def row(goal: str, measured: str, reached: bool) -> list[str]:
        return [goal, measured, "yes" if reached else "no"]

    programs = results.part(SET)
    if programs:
        right = sum(record.expected for record in programs)
        yield row("every program is answered as it states", f"{right} of {len(programs)}", right == len(programs))
        middle_time = median(record.seconds for record in programs)
        yield row(f"median of the programs: {GOAL_MEDIAN:g} s", duration(middle_time), middle_time < GOAL_MEDIAN)
        at_once = int(results.settings.get("at once", "1"))
        some = GOAL_PROGRAMS * sum(record.seconds for record in programs) / len(programs) / at_once
        goal = f"{GOAL_PROGRAMS} of the programs, {at_once} at once: {GOAL_TOTAL:g} s"
        yield row(goal, duration(some), some < GOAL_TOTAL)
    symbolic = [solver_share(r) for r in programs if r.folder == SYMBOLIC and r.count("queries")]
    if symbolic:
        yield row(f"the solver's share in {SYMBOLIC}: half", f"{100 * median(symbolic):.0f} %", median(symbolic) >= 0.5)
    known = [record for record in results.part(FAMILIES) if record.known is not None]
    if known:
        close = sum(is_close(record) for record in known)
        text = f"{close} of {len(known)}"
        yield row("interleavings of families: the known number within 10 %", text, close == len(known))
    for goal, measured, reached in ratio_goals(results.ratio):
        yield row(goal, measured, reached)


# ---------------------------------------------------------------- the set


def answers(records: Sequence[Record]) -> str:
    """The table of the literature, and what is not as expected."""
    if not records:
        return ""
    shown = [*CATEGORIES, *(name for name in NOT_SHOWN_WHEN_EMPTY if any(r.category == name for r in records))]
    rows = []
    for folder, found in by_folder(records).items():
        counts = [sum(record.category == name for record in found) for name in shown]
        right = sum(record.expected for record in found)
        cells = [str(count or "-") for count in counts]
        rows.append([folder, str(len(found)), str(right), *cells, duration(sum(r.seconds for r in found))])
    parts = ["## Answers\n", table(["folder", "programs", "as expected", *shown, "time"], rows)]
    parts.append(
        "The first word says whether the verifier is right in calling a program correct or faulty: *true incorrect*"
        " is a missed defect, *false incorrect* a false alarm.\n"
    )
    wrong = [record for record in records if not record.expected]
    if wrong:
        parts.append("Not as expected:\n\n" + "".join(f"- `{r.name}`: {r.because}\n" for r in wrong[:SHOWN]))
    return "\n".join(parts)


def work(records: Sequence[Record]) -> str:
    """Time, memory, exploration and conditions by folder."""
    if not records:
        return ""
    time_rows, work_rows = [], []
    for folder, found in by_folder(records).items():
        seconds = [record.seconds for record in found]
        slowest = max(found, key=lambda record: record.seconds)
        time_rows.append(
            [folder, duration(median(seconds)), duration(sum(seconds)), duration(max(seconds)),
             slowest.name.rpartition("/")[2], megabytes(median(r.memory for r in found)),
             megabytes(max(r.memory for r in found))]
        )  # fmt: skip
        settled = conditions(found)
        explored, pruned, cut = (int(total(found, name)) for name in ("interleavings", "pruned", "cut_off"))
        asking = [record for record in found if record.count("queries")]
        work_rows.append(
            [folder, str(explored), str(pruned), str(cut), str(settled.folded), str(settled.simplified),
             str(settled.solver), str(settled.rest), str(int(total(found, "queries"))), str(len(asking)),
             *(_median_share(asking, of) for of in ("solver_seconds", "solver_load_seconds"))]
        )  # fmt: skip
    times_table = table(["folder", "median", "total", "slowest", "which", "memory", "most"], time_rows)
    heads = ["folder", "explored", "merged", "cut off", "folded", "simplified", "solver", "other", "queries"]
    return "\n".join(
        [
            "## Time and memory\n",
            times_table,
            "## Exploration and conditions\n",
            table([*heads, "asking", "solver share", "of it loading"], work_rows),
            "Interleavings explored to their end, merged with one that was explored, cut off by the context bound."
            " Verification conditions that were constants when they were built (folded), that followed from what is"
            " known on their path (simplified), that went to the solver (one may go several times), and others: broken"
            " for certain, or like one that had been found. The share of the solver is the median over the programs"
            " that ask it anything (asking), of their time without the start of the interpreter; loading it is a part"
            " of that.\n",
        ]
    )


def _median_share(records: Sequence[Record], of: str) -> str:
    return f"{100 * median(solver_share(record, of) for record in records):.0f} %" if records else "-"


# ---------------------------------------------------------------- families


def families(records: Sequence[Record]) -> str:
    """How each family grows, and whether the interleavings are those that are known."""
    if not records:
        return ""
    from benchmarks.scaling.families import FAMILIES as ALL

    meaning = {one.name: one.parameter for one in ALL}
    parts = ["## Families that grow\n"]
    close = sum(is_close(record) for record in records)
    known = sum(record.known is not None for record in records)
    parts.append(f"Of {known} programs with a known number of interleavings {close} explore that number within 10 %.\n")
    for name, found in groups(records).items():
        rows = [
            [str(r.size), r.config, r.ending + ("" if r.expected else " (!)"), duration(r.seconds), megabytes(r.memory),
             str(r.count("interleavings")), "-" if r.known is None else str(r.known), times(off_by(r))]
            for r in found
        ]  # fmt: skip
        parts.append(f"### {name}: {meaning.get(name, '')}\n")
        heads = ["size", "options", "verdict", "time", "memory", "explored", "known", "ratio"]
        parts.append(table(heads, rows))
    return "\n".join(parts)


# ---------------------------------------------------------------- options


def options(records: Sequence[Record]) -> str:
    """Each comparison of options as a table."""
    found = groups(records)
    parts = ["## Options\n"] if records else []
    for comparison in COMPARISONS:
        if comparison.name in found:
            parts.append(_comparison(comparison, found[comparison.name]))
    if parts:
        parts.append(
            "The last four columns are ratios to the first row: medians over the programs that have the same verdict"
            " under both, of the run, of the verification alone (without start and front end), of memory and of the"
            " interleavings explored. A run that reached its time limit counts as unknown. Times are medians of the"
            " repeats.\n"
        )
    return "\n".join(parts)


def _comparison(comparison: Comparison, records: Sequence[Record]) -> str:
    present = [config.name for config in comparison.configs if any(r.config == config.name for r in records)]
    rows, remarks = [], []
    for config in present:
        one = against(records, present[0], config)
        rows.append(
            [config, str(one.answered), str(one.unknown), str(one.wrong), duration(one.seconds), str(one.pairs),
             times(one.time), times(one.work), times(one.memory), times(one.interleavings)]
        )  # fmt: skip
        warning = "**must not be**: " if comparison.agree else ""
        remarks += _remark(f"no answer under {config}, unlike under {present[0]}", one.lost)
        remarks += _remark(f"an answer only under {config}", one.gained)
        remarks += _remark(f"{warning}another verdict under {config} than under {present[0]}", one.differ)
    columns = ["time", "both", "run", "verification", "memory", "interleavings"]
    heads = ["options", "answers", "unknown", "not as stated", *columns]
    return "\n".join([f"### {comparison.name}\n", f"{comparison.question}\n", table(heads, rows), "".join(remarks)])


def _remark(what: str, names: Sequence[str]) -> list[str]:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return [f"- {what}: {', '.join(f'`{name}`' for name in names[:SHOWN])}{more}\n"] if names else []


# ---------------------------------------------------------------- profiles


def profiles(results: Results) -> str:
    """Where the time of the slowest programs goes."""
    if not results.profiles:
        return ""
    stages = list(dict.fromkeys(stage for found in results.profiles for stage in found["stages"]))
    rows = [
        [
            found["name"],
            duration(found["seconds"]),
            *(share(found["stages"].get(s, 0), found["seconds"]) for s in stages),
        ]
        for found in results.profiles
    ]
    parts = ["## The slowest programs\n", "Shares of the stages, under the profiler:\n"]
    parts.append(table(["program", "time", *stages], rows))
    for found in results.profiles:
        lines = [[f["name"], str(f["calls"]), duration(f["own"]), share(f["own"], found["seconds"])]
                 for f in found["functions"]]  # fmt: skip
        parts.append(f"### {found['name']}\n")
        parts.append(table(["function", "calls", "own time", "share"], lines))
    return "\n".join(parts)
