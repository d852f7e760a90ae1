"""python -m benchmarks.reach"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

from benchmarks.reach.answers import Answer, answer
from benchmarks.reach.programs import Shipped, hecbench, samples
from benchmarks.reach.proofs import KernelRow, proofs
from benchmarks.reach.proofs import table as proof_table


def main() -> int:
    """Run what is not in the file of results yet, and print the table."""
    given = _arguments()
    out = Path(given.out)
    if given.prove:
        return _prove(given, out)
    answers = [Answer(**entry) for entry in json.loads(out.read_text())] if out.exists() else []
    if not given.table:
        known = {entry.name for entry in answers}
        for program in _programs(given):
            if program.name in known or (given.only and program.name not in given.only):
                continue
            if given.small is not None:
                program = program.small(given.small)
            answers.append(answer(program, given.seconds, given.memory, given.tree, tuple(given.option)))
            print(f"{answers[-1].seconds:6.1f} s  {answers[-1].verdict:10}  {program.name}: {answers[-1].reason[:120]}")
            sys.stdout.flush()
            out.write_text(json.dumps([asdict(entry) for entry in answers], indent=1) + "\n")
    print("\n".join(table(answers)))
    return 0


def _prove(given: argparse.Namespace, out: Path) -> int:
    rows = [KernelRow(**entry) for entry in json.loads(out.read_text())] if out.exists() else []
    known = {row.program for row in rows}
    for program in () if given.table else _programs(given):
        if program.name in known or (given.only and program.name not in given.only):
            continue
        found = proofs(program, given.seconds, given.memory, given.tree, tuple(given.option))
        rows += found
        print(f"{program.name}: {dict(Counter(row.outcome for row in found))} {found[0].reason[:120]}", flush=True)
        out.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    print("\n".join(proof_table(rows)))
    return 0


def _programs(given: argparse.Namespace) -> Iterable[Shipped]:
    if given.suite == "hecbench":
        return hecbench(given.checkout, given.sample, given.seed)
    return samples(given.checkout, given.categories.split(","))


def table(answers: list[Answer]) -> list[str]:
    """A row for each program, and how many have which verdict."""
    rows = [f"| {a.name} | {a.verdict} | {a.seconds:.0f} s | {a.reason[:100]} |" for a in answers]
    counts = Counter(f"{a.verdict}, no kernel" if a.is_idle else a.verdict for a in answers)
    return ["| program | answer | time | reason |", "|---|---|---|---|", *rows, "", f"{len(answers)}: {dict(counts)}"]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reach", description=main.__doc__)
    parser.add_argument("suite", choices=("hecbench", "samples"))
    parser.add_argument("checkout", type=lambda text: Path(text).resolve())
    parser.add_argument("--sample", type=int, help="so many programs of HeCBench, drawn at random (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--categories", default="0,1,2,3", help="of the samples")
    parser.add_argument("--small", type=int, help="replace numbers above this one among the arguments")
    parser.add_argument("--prove", action="store_true", help="prove their kernels instead of running them")
    parser.add_argument("--seconds", type=int, default=60, help="for each program")
    parser.add_argument("--memory", default="4g", help="for each program")
    parser.add_argument("--tree", type=lambda text: Path(text).resolve(), help="a checkout of cudabmc to run instead")
    parser.add_argument("--option", action="append", default=[], help="a further option of cudabmc")
    parser.add_argument("--only", nargs="*", help="run programs of these names only")
    parser.add_argument("--out", default="reach.json", help="the file of results")
    parser.add_argument("--table", action="store_true", help="run nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
