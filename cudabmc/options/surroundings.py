"""What a run takes of its surroundings: what is known, and what the user calls arbitrary."""

from collections.abc import Iterable
from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.options.host_files import HostFiles

SURROUNDINGS = {
    "rand": "random numbers",
    "time": "clocks",
    "files": "files and standard input",
    "args": "the arguments of main",
    "occupancy": "how many blocks a multiprocessor holds",
    "textures": "how texture filtering rounds",
}
"""What `--arbitrary` can name, and what that is."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """`arbitrary` are words of SURROUNDINGS; the rest is as in a run of the program on this machine, whose files are
    in `files`."""

    arbitrary: frozenset[str] = frozenset()
    files: HostFiles = field(default_factory=HostFiles, compare=False, repr=False)


def kinds(text: str) -> tuple[str, ...]:
    """The words of a list with commas. Raises ValueError for others."""
    found = tuple(part.strip() for part in text.split(",") if part.strip())
    if not found or not SURROUNDINGS.keys() >= set(found):
        raise ValueError(f"expected a list of {', '.join(SURROUNDINGS)}, with commas")
    return found


def listed(words: Iterable[str]) -> str:
    """What the words name, as a sentence lists it."""
    names = [SURROUNDINGS[word] for word in SURROUNDINGS if word in set(words)]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
