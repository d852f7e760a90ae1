"""Which models have a silent and a firing case, and which are still without.

`python tests/opmodels/conformance/case_coverage.py` takes out of pending.txt what has both now. Nothing puts a name in.
"""

import re
from collections.abc import Iterable
from functools import cache

from case_file import FOLDER, Case, all_cases

import opmodels
from opmodels import registry
from opmodels.registry import Model

PENDING = FOLDER / "pending.txt"
OPMODELS = FOLDER.parents[2] / "opmodels"
SOURCES = (*(OPMODELS / "include").rglob("*"), *(OPMODELS / "cxx" / "runtime").glob("*.cpp"))


@cache
def callable_models() -> dict[str, list[Model]]:
    """The models that a program can call by name, all overloads of a name together."""
    opmodels.load_all()
    found: dict[str, list[Model]] = {}
    for model in registry.all_models():
        if not is_internal(model):
            found.setdefault(model.name, []).append(model)
    return found


def is_internal(model: Model) -> bool:
    """Part of our own headers (`cudabmc` in front), called by compilers and by the C++ library alone, or a model
    that another test brought along."""
    module = model.function.__module__
    return (
        model.name.lstrip("_").startswith("cudabmc")
        or module.startswith("opmodels.cxx.")
        or not module.startswith("opmodels.")
    )


def names_in_headers() -> frozenset[str]:
    """All words of the headers that programs can include and of the sources of the C++ run time: the functions that
    are written in C++ are among them."""
    texts = (path.read_text(encoding="utf-8") for path in SOURCES if path.is_file())
    return frozenset(word for text in texts for word in re.findall(r"[A-Za-z_]\w*", text))


def covered(cases: Iterable[Case]) -> dict[str, set[str]]:
    """Name of a function -> which of `silent`, `fires` and `unsupported` it has a case for."""
    found: dict[str, set[str]] = {}
    for case in cases:
        for name in case.names:
            found.setdefault(name, set()).add(case.expect)
    return found


def is_complete(expectations: set[str]) -> bool:
    """Has a function with cases of these kinds all that it needs?"""
    return expectations >= {"silent", "fires"} or expectations == {"unsupported"}


def pending() -> list[str]:
    """The names that are known to lack cases."""
    return PENDING.read_text(encoding="utf-8").split()


if __name__ == "__main__":
    done = {name for name, kinds in covered(all_cases()).items() if is_complete(kinds)}
    known = callable_models()
    PENDING.write_text("".join(f"{name}\n" for name in pending() if name in known and name not in done))
