"""Which question a result answers: a changed program, option, expectation or verifier makes an old one useless."""

import hashlib
import os
from functools import cache
from pathlib import Path

from cudabmc import __version__
from cudabmc.suite.case import Case
from cudabmc.suite.option_words import option_words
from cudabmc.suite.sources import sources_of


def content_of(case: Case) -> str:
    """A digest of everything that the answer of a case, and what it is worth, depend on."""
    digest = hashlib.sha256()
    parts = [verifier(), *option_words(case.options), str(case.expectation), *case.files]
    for part in parts:
        digest.update(f"{len(part)}:{part}".encode(errors="surrogatepass"))
    for path, text in sorted(sources_of(case).items()):
        digest.update(f"{path}:{len(text)}:".encode(errors="surrogatepass") + text)
    return digest.hexdigest()[:32]


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
