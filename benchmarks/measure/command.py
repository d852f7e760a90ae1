"""The command line: python -m benchmarks."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from benchmarks.measure import ratio as ratios
from benchmarks.scaling.families import FAMILIES
from benchmarks.scaling.files import write_families


def main(words: Sequence[str]) -> int:
    """Run a subcommand and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    _add_ratio(commands.add_parser("ratio", help="kernels of constants against the same loops in plain Python"))
    _add_programs(commands.add_parser("programs", help="write the programs of the scaling families to a folder"))
    arguments = parser.parse_args(words)
    try:
        return int(arguments.run(arguments))
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130


def _add_ratio(parser: argparse.ArgumentParser) -> None:
    names = ", ".join(kernel.name for kernel in ratios.KERNELS)
    parser.add_argument("--only", action="append", metavar="KERNEL", help=f"one of {names}; may be repeated")
    parser.add_argument("--repeat", type=int, default=3, help="measure so often and take medians (default: 3)")
    parser.add_argument("--quick", action="store_true", help="measure once; leave the comparison of thread counts out")
    parser.add_argument("--timeout", type=float, default=120, help="seconds a run may take (default: 120)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="save the figures")
    parser.set_defaults(run=_ratio)


def _add_programs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where to write them, one file for each family and size")
    parser.set_defaults(run=_programs)


def _programs(arguments: argparse.Namespace) -> int:
    written = write_families(arguments.folder, FAMILIES)
    print(f"{len(written)} programs in {arguments.folder}")
    return 0


def _ratio(arguments: argparse.Namespace) -> int:
    repeat = 1 if arguments.quick else arguments.repeat
    kernels = [k for k in ratios.KERNELS if not arguments.only or k.name in arguments.only]
    print(ratios.HEAD)
    found = []
    for one in ratios.ratios(kernels, repeat, arguments.timeout):
        found.append(one)
        print(ratios.ratio_line(one), flush=True)
    print(ratios.median_line(found))
    data: dict[str, object] = {
        "kernels": [asdict(one) | {"ratio": one.ratio} for one in found],
        "median_ratio": ratios.median_ratio(found),
    }
    if not arguments.only:
        data["cold_start_seconds"] = cold = ratios.cold_start(3 if arguments.quick else 10)
        print(ratios.cold_line(cold), flush=True)
    if not arguments.only and not arguments.quick:
        growth = ratios.growth(arguments.timeout)
        data["growth"] = asdict(growth) | {"whole": growth.whole, "net": growth.net}
        print(ratios.growth_line(growth))
    if arguments.json:
        arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 1 if any(one.problem for one in found) else 0
