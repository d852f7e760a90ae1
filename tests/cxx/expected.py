"""Compile and run the corpus with real compilers, and write down what its programs print and return.

    python tests/cxx/expected.py [NAME...]

Each program is built with the wheel's clang and libc++, and, unless it is in `libcxx/`, with g++ and
libstdc++ as well. A program on which the two disagree is named and gets no expectation.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).parent / "programs"
STATUSES = PROGRAMS / "statuses.txt"
ZIG = [sys.executable, "-m", "ziglang", "c++", "-fno-sanitize=all"]
SECONDS = 300


def outcome(compiler: list[str], source: Path, folder: Path) -> tuple[str, int] | None:
    """Standard output and exit status of the program; None if it does not compile."""
    binary = folder / source.stem
    command = [*compiler, "-std=c++17", "-O0", "-w", "-o", str(binary), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    if built.returncode:
        print(built.stderr[:2000])
        return None
    run = subprocess.run([str(binary)], capture_output=True, text=True, timeout=10, check=False)
    return run.stdout, run.returncode


def statuses() -> dict[str, int]:
    """The exit statuses that are not zero, by the name of the program."""
    if not STATUSES.exists():
        return {}
    return {name: int(status) for name, status in map(str.split, STATUSES.read_text().splitlines())}


def refresh(source: Path, found: dict[str, int]) -> None:
    name = source.relative_to(PROGRAMS).with_suffix("").as_posix()
    with tempfile.TemporaryDirectory() as folder:
        by_clang = outcome(ZIG, source, Path(folder))
        by_gcc = by_clang if source.parent.name == "libcxx" else outcome(["g++"], source, Path(folder))
    source.with_suffix(".out").unlink(missing_ok=True)
    found.pop(name, None)
    if by_clang is None or by_clang != by_gcc:
        print(f"{name}: {by_clang} with clang, {by_gcc} with gcc")
        return
    source.with_suffix(".out").write_text(by_clang[0])
    if by_clang[1]:
        found[name] = by_clang[1]


def main() -> None:
    wanted = set(sys.argv[1:])
    found = statuses()
    for source in sorted(PROGRAMS.glob("**/*.cpp")):
        if not wanted or source.stem in wanted:
            refresh(source, found)
    STATUSES.write_text("".join(f"{name} {status}\n" for name, status in sorted(found.items())))


if __name__ == "__main__":
    main()
