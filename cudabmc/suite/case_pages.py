"""The HTML report of each case, beside the results: the suite's page leads to it."""

import hashlib
import os
import re
from pathlib import Path

from cudabmc.errors import UsageError
from cudabmc.suite.case import Case

NAME = "pages"
"""The folder of the pages, in the folder of the results."""


class CasePages:
    """Pages of cases in a folder of results. A page that is there is that of the result: `forget` removes what an
    earlier run has left."""

    def __init__(self, results: Path) -> None:
        self.folder = results / NAME

    def begin(self, *, again: bool) -> None:
        """Get ready for pages: beside those that are there, or with `again` without any. Raises UsageError."""
        try:
            if again and self.folder.is_dir():
                for page in self.folder.glob("*.html"):
                    page.unlink()
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UsageError(f"cannot write pages to {self.folder}: {error.strerror or error}") from None

    def path(self, case: Case) -> Path:
        """Where the page of a case lies, or would."""
        readable = re.sub(r"[^A-Za-z0-9_.]+", "-", case.key).strip("-.")[:80]
        return self.folder / f"{readable}-{hashlib.sha256(os.fsencode(case.key)).hexdigest()[:8]}.html"

    def forget(self, case: Case) -> None:
        """Remove the page of a case that is to be run again."""
        self.path(case).unlink(missing_ok=True)

    def link(self, case: Case, place: str) -> str | None:
        """The way from a file in the folder `place` to the page of a case, if there is one."""
        page = self.path(case)
        if not page.is_file():
            return None
        return Path(os.path.relpath(page, place or ".")).as_posix()
