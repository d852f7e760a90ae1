"""What a program or its companion file states of itself: expectation and options, in whatever form."""

from collections.abc import Sequence

from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.option_words import option_words
from cudabmc.options.table import Options
from cudabmc.properties import enabled_properties, property_by_id
from cudabmc.source.location import Location
from cudabmc.suite.case import Expectation
from cudabmc.suite.problems import Problem


@dataclass(frozen=True, slots=True)
class Stated:
    """An expectation and the options of the run. `files` are what to verify if that is not the file that
    states it, `name` tells several statements of one file apart, `notes` say what of it is ignored."""

    expectation: Expectation
    options: Options
    files: tuple[str, ...] = ()
    name: str = ""
    why: str = ""
    notes: tuple[str, ...] = ()


def options_from_words(base: Options, where: Location, words: Sequence[str], problems: list[Problem]) -> Options:
    """`base` with the options of command-line words on top; mistakes are told to `problems`."""
    if not words:
        return base
    try:
        command = parse_arguments([*option_words(base), *words])
        enabled_properties(command.options)
    except UsageError as error:
        problems.append(Problem(where, error.message, error.hint))
        return base
    except SystemExit:
        problems.append(Problem(where, "--help and --version are not options of a run"))
        return base
    if command.files or command.explain:
        problems.append(Problem(where, f"expected options, got {' '.join(words)!r}"))
    return command.options


def stated_property(where: Location, name: str, problems: list[Problem]) -> str:
    """The id of a property, or "" with a problem."""
    try:
        return property_by_id(name).id
    except UsageError as error:
        problems.append(Problem(where, error.message, error.hint))
        return ""
