"""Which question a result answers: a changed program, option, expectation or verifier makes an old one useless."""

import hashlib
import os
from dataclasses import replace
from functools import cache
from pathlib import Path

from cudabmc.options.option_words import option_words
from cudabmc.suite.answer import Ending, Outcome
from cudabmc.suite.case import Case
from cudabmc.suite.sources import sources_of
from cudabmc.version import __version__


def content_of(case: Case) -> str:
    """A digest of everything that the answer of a case, and what it is worth, depend on; behind it, the limits."""
    digest = hashlib.sha256()
    options = replace(case.options, timeout=None, memlimit=None)
    parts = [verifier(), *option_words(options), str(case.expectation), *case.files]
    for part in parts:
        digest.update(f"{len(part)}:{part}".encode(errors="surrogatepass"))
    for path, text in sorted(sources_of(case).items()):
        digest.update(f"{path}:{len(text)}:".encode(errors="surrogatepass") + text)
    return f"{digest.hexdigest()[:32]} {case.options.timeout} s {case.options.memlimit} MiB"


def still_holds(outcome: Outcome, content: str) -> bool:
    """Is this the result of such a case? Other limits matter only if there was no answer within the old ones."""
    if outcome.answer.ending in (Ending.UNKNOWN, Ending.CRASHED):
        return outcome.content == content
    return outcome.content.partition(" ")[0] == content.partition(" ")[0]


@cache
def verifier() -> str:
    """The version of cudabmc, down to the files of a working copy."""
    root = Path(__file__).parents[2]
    digest = hashlib.sha256()
    for package in ("cudabmc", "opmodels"):
        for path in sorted((root / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                state = path.stat()
                digest.update(f"{os.path.relpath(path, root)}:{state.st_size}:{state.st_mtime_ns};".encode())
    return f"{__version__}-{digest.hexdigest()[:16]}"
