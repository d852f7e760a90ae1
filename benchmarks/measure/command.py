"""The command line: python -m benchmarks [run | ratio | compare | plots | programs | repairs]."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.measure import plots
from benchmarks.measure import ratio as ratios
from benchmarks.measure.compare import changes, changes_text
from benchmarks.measure.jobs import Wanted
from benchmarks.measure.ratio_report import against_c, ratio_changes, ratio_goals
from benchmarks.measure.record import FAMILIES, SET, load
from benchmarks.measure.repairs import add_repairs
from benchmarks.measure.report import report
from benchmarks.measure.run import PARTS, Plan, run, write_report
from benchmarks.measure.table import table
from benchmarks.scaling.families import FAMILIES as ALL_FAMILIES
from benchmarks.scaling.files import write_families
from cudabmc.errors import CudabmcError

COMMANDS = ("run", "ratio", "compare", "plots", "programs", "repairs")
REFERENCE = Path(__file__).parents[1] / "results" / "reference.json"
"""The results that others are compared with."""


def main(words: Sequence[str]) -> int:
    """Carry out a command; without one, run. The exit status is 0, 1 for answers that are not as expected or verdicts
    that changed, 2 for wrong usage, 130 when interrupted."""
    given = list(words)
    if not given or (given[0] not in COMMANDS and given[0] not in ("-h", "--help")):
        given.insert(0, "run")
    arguments = _parser().parse_args(given)
    try:
        return int(arguments.run(arguments))
    except (CudabmcError, ValueError, OSError) as error:
        print(f"python -m benchmarks: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Measure cudabmc on programs.")
    commands = parser.add_subparsers(required=True)
    _add_run(commands.add_parser("run", help="measure, and write results and a report (what runs without a command)"))
    _add_ratio(commands.add_parser("ratio", help="kernels and host code against the same in C, compiled by clang -O1"))
    _add_compare(commands.add_parser("compare", help="say what changed between two files of results"))
    _add_plots(commands.add_parser("plots", help="draw the plots and write the report of a file of results again"))
    _add_programs(commands.add_parser("programs", help="write the programs of the families to a folder"))
    add_repairs(commands.add_parser("repairs", help="count the defects that --suggest repairs"))
    return parser


# ---------------------------------------------------------------- run


def _add_run(parser: argparse.ArgumentParser) -> None:
    known = ", ".join(PARTS)
    only = "programs of a folder (races), or that fit a pattern (pug/*, scaling/threads); may be repeated; measures the"
    only += " programs and families alone unless --parts says more"
    parser.add_argument("--only", action="append", default=[], metavar="PATTERN", help=only)
    parser.add_argument("--parts", metavar="LIST", help=f"of {known}, with commas (default: all)")
    parser.add_argument("--quick", action="store_true", help="a few programs of each folder, each run once")
    parser.add_argument("--repeat", type=int, default=3, metavar="N",
                        help="runs for each figure of a comparison, which is their median (default: 3)")  # fmt: skip
    parser.add_argument("-j", "--jobs", type=int, default=len(os.sched_getaffinity(0)), metavar="N",
                        help="runs at a time (default: the cores)")  # fmt: skip
    parser.add_argument("--timeout", type=float, default=60, metavar="S", help="seconds for a program (default: 60)")
    parser.add_argument("--option-timeout", type=float, default=10, metavar="S",
                        help="seconds for a run that compares options (default: 10)")  # fmt: skip
    parser.add_argument("--output", type=Path, default=Path("benchmark-results"), metavar="DIR",
                        help="where to write (default: benchmark-results)")  # fmt: skip
    parser.add_argument("--name", default="results", help="what the files are called (default: results)")
    parser.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    only = tuple(arguments.only)
    parts = tuple(arguments.parts.split(",")) if arguments.parts else (SET, FAMILIES) if only else PARTS
    unknown = [part for part in parts if part not in PARTS]
    if unknown:
        raise ValueError(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}")
    if arguments.repeat < 1 or arguments.jobs < 1:
        raise ValueError("--repeat and --jobs are at least 1")
    wanted = Wanted(only, arguments.quick, 1 if arguments.quick else arguments.repeat)
    limits = arguments.timeout, arguments.option_timeout
    plan = Plan(wanted, parts, arguments.jobs, *limits, arguments.output, arguments.name)
    results, whole = run(plan, sys.stderr)
    if not (results.records or results.ratio or results.proofs or results.queries):
        raise ValueError(f"nothing fits --only {' '.join(only)}")
    if not plots.available():
        results.notes.append(plots.MISSING)
    page = write_report(results, plan.folder, plan.name)
    print(report(results).partition("## The slowest programs")[0].rstrip())
    print(f"\nResults: {plan.file}, report: {page}")
    wrong = [r for r in results.records if r.part == SET and not r.expected]
    return 130 if not whole else 1 if wrong else 0


# ---------------------------------------------------------------- ratio


def _add_ratio(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(program.name for program in ratios.PROGRAMS)
    parser.add_argument("--only", action="append", metavar="PROGRAM", help=f"one of {names}; may be repeated")
    parser.add_argument("--repeat", type=int, default=3, help="measure so often and take medians (default: 3)")
    parser.add_argument("--quick", action="store_true", help="measure once; leave the interpreter out")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a run may take (default: 120)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="save the figures")
    parser.set_defaults(run=_ratio)


def _ratio(arguments: argparse.Namespace) -> int:
    programs = [program for program in ratios.PROGRAMS if not arguments.only or program.name in arguments.only]
    if not programs:
        raise ValueError(f"there is no program {arguments.only[0]!r}")
    if arguments.repeat < 1:
        raise ValueError("--repeat is at least 1")
    repeat = 1 if arguments.quick else arguments.repeat
    figures: dict[str, Any] = {}
    for newest in ratios.ratio_figures(repeat, arguments.timeout, brief=arguments.quick, programs=programs):
        figures = newest
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(against_c(figures).partition("\n\n")[2])
    goals = [[goal, measured, "yes" if reached else "no"] for goal, measured, reached in ratio_goals(figures)]
    print(table(["goal", "measured", "reached"], goals), end="")
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return 1 if any(found["problem"] for found in figures["programs"]) else 0


# ---------------------------------------------------------------- compare, plots, programs


def _add_compare(parser: argparse.ArgumentParser) -> None:
    files = "the new results, compared with the reference; or the old ones and the new ones"
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE", help=files)
    parser.set_defaults(run=_compare)


def _compare(arguments: argparse.Namespace) -> int:
    if len(arguments.files) > 2:
        raise ValueError("two files can be compared")
    old, new = arguments.files if len(arguments.files) == 2 else (REFERENCE, arguments.files[0])
    before, now = load(old), load(new)
    found = changes(before, now)
    print(changes_text(found), end="")
    if against := ratio_changes(before.ratio, now.ratio):
        print(f"\n{against}", end="")
    return 1 if found.verdicts else 0


def _add_plots(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, help="results; the report and the plots are written beside them")
    parser.set_defaults(run=_plots)


def _plots(arguments: argparse.Namespace) -> int:
    results = load(arguments.file)
    if not plots.available():
        raise ValueError(plots.MISSING)
    print(write_report(results, arguments.file.parent, arguments.file.stem))
    return 0


def _add_programs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where to write them, one file for each family and size")
    parser.set_defaults(run=_programs)


def _programs(arguments: argparse.Namespace) -> int:
    written = write_families(arguments.folder, ALL_FAMILIES)
    print(f"{len(written)} programs in {arguments.folder}")
    return 0
