"""The options of GPUVerify in the first comment lines of a file of kernels, as ours.

    //pass
    //--blockDim=64 --gridDim=[4,4]                 --block=64 --grid=4,4
"""

import os
import re
import shlex
from pathlib import Path

from cudabmc.options.table import FLAGS

_VERDICT = re.compile(r"// *(pass|xfail *: *\w+) *", re.IGNORECASE)
_DIMENSIONS = {"--blockDim": "--block", "--gridDim": "--grid"}
_SAME = {"--only-intra-group": "--intra-block-only"}


def translated(file: str, line: str) -> tuple[list[str], list[str]]:
    """The words of a comment line as ours, and those that we have no words for. Raises ValueError for a line that
    cannot be split into words."""
    words: list[str] = []
    ignored: list[str] = []
    text = line.strip()
    for word in shlex.split(text[2:]) if text.startswith("//") else ():
        flag, equals, value = word.partition("=")
        if flag in _DIMENSIONS and equals:
            words.append(f"{_DIMENSIONS[flag]}={value.strip('[]').replace(' ', '')}")
        elif word in _SAME:
            words.append(_SAME[word])
        elif word.startswith("-D"):
            words.append(word)
        elif word.startswith("-I"):
            words.append(f"-I{os.path.join(os.path.dirname(file), word[2:])}")
        elif flag in FLAGS:
            words.append(word)
        elif word != "--check-array-bounds":
            ignored.append(word)
    return words, ignored


def launch_words(file: str) -> list[str]:
    """What the first lines of a file say of launches, if they are such comments."""
    try:
        lines = Path(file).read_text(encoding="utf-8", errors="replace").splitlines()[:2]
    except OSError:
        return []
    if lines and _VERDICT.fullmatch(lines[0].strip()):
        lines = lines[1:]
    if not lines or not lines[0].lstrip().startswith("//--"):
        return []
    try:
        words, ignored = translated(file, lines[0])
    except ValueError:
        return []
    return [] if ignored and not words else words
