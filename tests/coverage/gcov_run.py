"""Runs a C program under gcov, and says which lines and sides of branches were executed."""

import gzip
import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

GCC, GCOV = shutil.which("gcc"), shutil.which("gcov")


@dataclass(frozen=True)
class GcovRun:
    """Of each line that gcc has code for: was it executed, and which of the ways of each branch were? `functions` are
    called or not."""

    lines: dict[int, bool]
    branches: dict[int, list[bool]]
    functions: dict[str, bool]


def gcov_run(source: Path) -> GcovRun:
    """Compile, run and read the counts; files go beside the source."""
    assert GCC and GCOV
    folder, name = source.parent, source.stem
    compiler = [GCC, "--coverage", "-O0", "-w", "-x", "c", source.name, "-o", name]
    subprocess.run(compiler, cwd=folder, check=True)
    subprocess.run([f"./{name}"], cwd=folder, check=True)
    notes = next(folder.glob(f"*{name}.gcno"))
    subprocess.run([GCOV, "-b", "-c", "--json-format", notes.name], cwd=folder, check=True, capture_output=True)
    data = json.loads(gzip.decompress(next(folder.glob("*.gcov.json.gz")).read_bytes()))
    lines: dict[int, bool] = {}
    branches: dict[int, list[bool]] = {}
    (file,) = [file for file in data["files"] if Path(file["file"]).name == source.name]
    for line in file["lines"]:
        number = line["line_number"]
        lines[number] = lines.get(number, False) or line["count"] > 0
        branches.setdefault(number, []).extend(branch["count"] > 0 for branch in line["branches"])
    functions = {function["name"]: function["execution_count"] > 0 for function in file["functions"]}
    return GcovRun(lines, branches, functions)
