"""What the tests of suites share: small programs, cases, and results made by hand."""

from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.source.location import Location
from cudabmc.suite.answer import Answer, Ending, Found, Outcome
from cudabmc.suite.case import Case, Expectation, Expected
from cudabmc.suite.tally import SuiteRun, judged, tally

GOOD = "int main() { return 0; }\n"
BAD = "#include <assert.h>\nint main() {\n    int x = 1;\n    assert(x == 2);\n    return 0;\n}\n"
ENDLESS = "int main() { volatile int x = 1; while (x) { x = 1; } return 0; }\n"


def write_suite(folder: Path, text: str, **programs: str) -> Path:
    """A suite, and programs beside it, named NAME.cu."""
    for name, source in programs.items():
        (folder / f"{name}.cu").write_text(source)
    path = folder / "suite.yaml"
    path.write_text(text)
    return path


def case(name: str, expectation: Expectation | None = None, folder: str = ".", suite: str = "s") -> Case:
    """A case that nothing runs."""
    expectation = expectation or Expectation(Expected.SUCCESSFUL)
    return Case(suite, name, folder, (name,), expectation, Options(), Location("suite.yaml", 3, 5))


def outcome(of: Case, ending: Ending, *found: Found, reason: str = "", seconds: float = 1.0) -> Outcome:
    """A result that nothing took."""
    return Outcome(of.key, "0", Answer(ending, reason, found), seconds, seconds, 2**20, "", "", "a report\n")


def suite_run(*results: tuple[Case, Outcome], left: int = 0) -> SuiteRun:
    """What reports are made of."""
    found = tuple(judged([c for c, _ in results], {o.case: o for _, o in results}))
    return SuiteRun(found, tally(found), left)
