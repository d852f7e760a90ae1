"""What `cudabmc suite` can be told."""

import argparse
from collections.abc import Callable, Sequence
from typing import NoReturn

from cudabmc.command.help_text import HelpText
from cudabmc.command.settings import nearest
from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options import values as option_values
from cudabmc.suite.foreign import FOREIGN

DESCRIPTION = """\
Runs the cases of suites, each in a process of its own, and compares the answers with what the suites expect. \
A suite is a YAML file; docs/suites.md describes it."""
EPILOG = """\
exit status: 0 all cases are as expected, 1 some case is not, 2 wrong usage or a mistake in a suite, 3 interrupted, \
4 internal error"""


@dataclass(frozen=True, slots=True)
class SuiteCommand:
    """What to run, how, and what to write. Times in seconds, memory in MiB; `filters`: only cases whose names
    contain one of them; `reports` are paths by the name of the format; `pages` asks for one of each case."""

    paths: tuple[str, ...]
    jobs: int | None
    filters: tuple[str, ...]
    resume: bool
    rerun_failed: bool
    timeout: float | None
    memlimit: int | None
    output: str | None
    reports: dict[str, str]
    pages: bool
    expectations: str | None
    dask: str | None
    listing: bool
    quiet: bool


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint="cudabmc suite --help lists the options")


def parse_suite_command(arguments: Sequence[str]) -> SuiteCommand:
    """Raises UsageError; ends by SystemExit for --help."""
    given = vars(_parser().parse_intermixed_args(list(arguments)))
    if not given["paths"]:
        configured = nearest(".")
        given["paths"] = configured.suites if configured is not None else ()
    if not given["paths"]:
        raise UsageError("no suite", hint="cudabmc suite FILE.yaml... runs suites; --help lists the options")
    if given["resume"] and given["rerun_failed"]:
        raise UsageError("--resume and --rerun-failed cannot be combined", hint="--rerun-failed runs missing cases too")
    if given["pages"] and given["dask"] is not None:
        raise UsageError("--pages and --dask cannot be combined", hint="pages are written where the cases run")
    reports = {name: path for name in ("csv", "json", "junit", "html") if (path := given.pop(name))}
    for key in ("paths", "filters"):
        given[key] = tuple(given[key])
    return SuiteCommand(**given, reports=reports)


def suite_flags() -> tuple[str, ...]:
    """Every option of `cudabmc suite`."""
    return tuple(flag for action in _parser()._actions for flag in action.option_strings)


def _value(parse: Callable[[str], object]) -> Callable[[str], object]:
    """The parser of an option's value, in the form that argparse reports errors of."""

    def read(text: str) -> object:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(f"{error}, got {text!r}") from None

    return read


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cudabmc suite",
        usage="cudabmc suite [OPTION...] SUITE.yaml...",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=HelpText,
        allow_abbrev=False,
        add_help=False,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="SUITE", help=argparse.SUPPRESS)
    add("-h", "--help", action="help", help="print this help")
    choose = parser.add_argument_group("Which cases")
    add = choose.add_argument
    add("--filter", action="append", default=[], dest="filters", metavar="TEXT",
        help="only cases whose names contain this text (repeatable: one of the texts)")  # fmt: skip
    add("--resume", action="store_true", help="keep existing results unless the case, its sources or "
        "cudabmc have changed, and run the rest")  # fmt: skip
    add("--rerun-failed", action="store_true", help="like --resume, but rerun the cases that were not as expected")
    add("--list", action="store_true", dest="listing", help="print the cases, and run nothing")
    add("--expectations", choices=tuple(FOREIGN), metavar="FORM", help="the arguments are programs or folders of them "
        "that state their expectations themselves: header (// expect:), gpuverify (//pass, //xfail), esbmc (test.desc)"
        )  # fmt: skip
    run = parser.add_argument_group("How they run")
    add = run.add_argument
    add("-j", "--jobs", type=_value(option_values.number(1)), metavar="N", help="cases at the same time (default: the "
        "processors)")  # fmt: skip
    add("--timeout", type=_value(option_values.seconds), metavar="TIME", help="time limit of every case, whatever the "
        "suite says: seconds, or with s, m, h")  # fmt: skip
    add("--memlimit", type=_value(option_values.memory), metavar="SIZE", help="memory limit of every case: MiB, or "
        "with k, m, g")  # fmt: skip
    add("--dask", metavar="ADDRESS", help="run the cases on the workers of a Dask cluster, as in tcp://host:8786")
    out = parser.add_argument_group("Results")
    add = out.add_argument
    add("--output", metavar="DIR", help="where results and reports go (default: .cudabmc/NAME of the suite)")
    add("--csv", metavar="FILE", help="the results as a table, a row for each case (- is the standard output)")
    add("--json", metavar="FILE", help="everything as JSON")
    add("--junit", metavar="FILE", help="JUnit XML, for CI")
    add("--html", metavar="FILE", help="a page with the tables and plots")
    add("--pages", action="store_true", help="write the HTML report of each case too, and link the page to them")
    add("-q", "--quiet", action="store_true", help="print the last line only")
    return parser
