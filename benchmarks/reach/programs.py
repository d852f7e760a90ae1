"""Programs of others, as their makefiles build and run them."""

import random
import re
import shlex
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from os.path import normpath
from pathlib import Path

from cudabmc.builds.compiler_line import CompilerLine, names_compiler, read_line
from cudabmc.options.option_words import option_words
from cudabmc.options.table import Options
from cudabmc.source.endings import SOURCES

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True)
class Shipped:
    """A program: `files` relative to `folder`, `options` for cudabmc, and what main gets; None: its makefile does not
    say, so that it runs without arguments."""

    name: str
    folder: Path
    files: tuple[str, ...]
    options: tuple[str, ...] = ()
    args: tuple[str, ...] | None = None

    def small(self, most: int) -> "Shipped":
        """With no number above `most` among the arguments."""
        if self.args is None:
            return self
        args = (_NUMBER.sub(lambda number: str(min(int(number[0]), most)), word) for word in self.args)
        return replace(self, args=tuple(args))


def hecbench(checkout: Path, count: int | None, seed: int) -> Iterator[Shipped]:
    """The CUDA versions of HeCBench, or a random sample of them."""
    names = sorted(path.name for path in (checkout / "src").glob("*-cuda"))
    for name in names if count is None else random.Random(seed).sample(names, count):
        yield from _of_makefile(checkout / "src" / name)


def _of_makefile(folder: Path) -> Iterator[Shipped]:
    """What `make -n run` would compile and start."""
    ran = subprocess.run(["make", "-n", "run"], cwd=folder, capture_output=True, text=True, check=False)
    files: dict[str, None] = {}
    options: dict[str, None] = {}
    made: set[str] = set()
    args: tuple[str, ...] | None = None
    for line in ran.stdout.replace("\\\n", " ").splitlines():
        try:
            words = shlex.split(line)
        except ValueError:
            continue
        if names_compiler(words):
            compiled = read_line(words, str(folder))
            files.update(dict.fromkeys(file for file in compiled.files if file.endswith(SOURCES)))
            if compiled.files:
                options.update(dict.fromkeys(_options(compiled)))
        if words and (words[0].startswith("./") or normpath(words[0]) in made):
            args = tuple(words[1:]) if args is None else args
        elif "-o" in words[:-1]:
            made.add(normpath(words[words.index("-o") + 1]))
    languages = [word for word in options if word.startswith("--language=")]
    for word in languages if len(languages) > 1 else ():
        del options[word]  # each file is what its name says
    if files:
        yield Shipped(folder.name, folder, tuple(files), tuple(options), args)


def _options(compiled: CompilerLine) -> list[str]:
    """As words of ours. The oldest architecture that a makefile supports is not the device that people have."""
    return option_words(replace(compiled.applied(Options()), arch=None))


def samples(checkout: Path, categories: Iterable[str]) -> Iterator[Shipped]:
    """NVIDIA's CUDA samples whose folders begin with one of these numbers, without arguments."""
    wanted = tuple(f"{category}_" for category in categories)
    for lists in sorted((checkout / "Samples").glob("*/*/CMakeLists.txt")):
        if not lists.parent.parent.name.startswith(wanted):
            continue
        text = lists.read_text()
        found = re.search(r"add_executable\(\s*(\w+)\s+([^)]*)\)", text)
        files = tuple(f for f in found[2].split() if f.endswith(SOURCES)) if found else ()
        own = re.search(r"target_include_directories\(\s*\w+\s+(?:PUBLIC|PRIVATE)\s+([^)]*)\)", text)
        folders = [f"-I{f}" for f in (own[1].split() if own else ()) if (lists.parent / f).is_dir()]
        if found and files:
            yield Shipped(found[1], lists.parent, files, (f"-I{checkout / 'Common'}", *folders), ())
