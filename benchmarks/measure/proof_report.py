"""What was measured of proofs for every launch, as a part of the report."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from benchmarks.measure.papers import GPUVERIFY, KEY, MACHINES, TABLE, PaperKernel
from benchmarks.measure.proofs import GRIDS
from benchmarks.measure.table import duration, table, times

Rows = Sequence[Mapping[str, Any]]


def proofs_section(figures: Mapping[str, Rows], queries: Rows) -> str:
    """The section of the report; empty without figures."""
    parts = [paper_table(figures.get("papers", ())), mutant_table(figures.get("mutants", ()))]
    parts += [grid_table(figures.get("grids", ())), query_table(queries)]
    found = [part for part in parts if part]
    return "\n".join(["## Proofs for every launch\n", *found]) if found else ""


# ---------------------------------------------------------------- the tables of papers


def paper_table(rows: Rows) -> str:
    """The kernels of the papers' tables, with times here and there."""
    if not rows:
        return ""
    cells = [line for row in TABLE for line in _of_paper(row, rows)]
    kernels = {(row["program"], row["kernel"]): row for row in rows}.values()
    proved = [row for row in kernels if row["outcome"] == "proved"]
    limited = sum(row["limited"] for row in proved)
    machines = "; ".join(f"{paper}: {machine}" for paper, machine in MACHINES.items())
    reasons = "".join(
        f"- `{row['kernel']}` of {row['program']}: {row['reason']}\n" for row in kernels if row["outcome"] != "proved"
    )
    return "\n".join(
        [
            "### The kernels of other papers\n",
            f"Of {len(kernels)} kernels {len(proved)} are proved, {limited} of these only free of races and divergent"
            " barriers, which is what the papers ask.\n",
            table(["kernel", "proved for", "time", "in the paper", "its help"], cells),
            "Times are processor time of a proof, without reading the program. Those of the papers are in seconds, on"
            f" other machines ({machines}); integers of PUG had as few bits as each kernel allows. The last table of"
            f" its paper and that of PUG_para are about results, not about races. Forms for warps in lockstep are"
            f" proved as volatile accesses count as atomic ones, not by the lockstep. {KEY} {GPUVERIFY}\n",
            f"Not proved:\n\n{reasons}" if reasons else "",
        ]
    )


def _of_paper(row: PaperKernel, rows: Rows) -> Iterator[list[str]]:
    """The name and the time of the paper, and a line for each kernel that we have of it."""
    yield [f"**{row.name}** ({row.paper}, {row.table})", "", "", row.time, row.help]
    for source in row.sources:
        for found in rows:
            if found["program"] == source.file and (not source.kernels or found["kernel"] in source.kernels):
                file = source.file.rpartition("/")[2]
                yield [f"{file}: `{found['kernel']}`", proved_for(found), duration(found["seconds"]), "", ""]


def proved_for(row: Mapping[str, Any]) -> str:
    """The launches that a kernel is proved for, in a few words."""
    if row["outcome"] != "proved":
        return str(row["outcome"])
    conditions = [text for text in row["preconditions"] if not text.startswith("no integer overflow")]
    overflow = len(conditions) < len(row["preconditions"])
    words = [f"`{text.replace('|', chr(92) + '|')}`" for text in conditions] + ["no overflow"] * overflow
    suffix = " (races and barriers)" if row["limited"] else ""
    return (", ".join(words) if words else "every launch") + suffix


# ---------------------------------------------------------------- mutants


def mutant_table(rows: Rows) -> str:
    """What becomes of programs with a race or a divergent barrier."""
    if not rows:
        return ""
    answers = ("faulty", "unknown", "proved", "refused")
    cells = [
        [prop, str(len(found)), *(str(sum(row["answer"] == answer for row in found)) for answer in answers)]
        for prop in sorted({row["property"] for row in rows})
        for found in [[row for row in rows if row["property"] == prop]]
    ]
    wrong = [row["program"] for row in rows if row["answer"] == "proved"]
    return "\n".join(
        [
            "### Mutants of these kernels\n",
            "A faulty one is shown by an execution in a launch of its program. None may be proved.\n",
            table(["defect", "programs", *answers], cells),
            "".join(f"- **wrongly proved**: {name}\n" for name in wrong),
        ]
    )


# ---------------------------------------------------------------- grids of any size


def grid_table(rows: Rows) -> str:
    """The time of a proof for few and for many threads."""
    if not rows:
        return ""
    heads = ["kernel", "block", *(f"grid of {grid:,}" for grid in GRIDS), "ratio"]
    cells = [
        [row["title"], row["block"].replace(",", " x "), *_times(row), times(row["seconds"][-1] / row["seconds"][0])]
        for row in rows
    ]
    return "\n".join(
        [
            "### The number of threads\n",
            "The processor time of a proof when the grid is known. The ratio is of the largest grid to the smallest."
            " Where numbers do not fit into 32 bits any more, it also has to be shown that they do not wrap around.\n",
            table(heads, cells),
        ]
    )


def _times(row: Mapping[str, Any]) -> Iterator[str]:
    for seconds, outcome in zip(row["seconds"], row["outcomes"], strict=True):
        yield duration(seconds) + ("" if outcome == "proved" else f" ({outcome})")


# ---------------------------------------------------------------- two solvers


def query_table(rows: Rows) -> str:
    """Whether the solvers agree."""
    if not rows:
        return ""
    total, agreed, left = (sum(row[name] for row in rows) for name in ("queries", "agreed", "open"))
    wrong = [(row["file"], len(row["contradictions"])) for row in rows if row["contradictions"]]
    contradictions = "".join(f"- **contradictions**: {count} in {file}\n" for file, count in wrong)
    return "\n".join(
        [
            "### Two solvers\n",
            f"Proofs of the kernels of {len(rows)} files take {total} different queries. z3 and cvc5 agree on {agreed};"
            f" on {left} one of them has no answer in its time; they contradict each other on"
            f" {sum(count for _, count in wrong)}.\n",
            contradictions,
        ]
    )
