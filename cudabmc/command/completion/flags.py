"""What there is to complete."""

from enum import Enum, auto

from cudabmc.command.arguments import GENERAL
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import OPTIONS, Option
from cudabmc.options.values import Choice
from cudabmc.properties import PROPERTIES


class Takes(Enum):
    """What comes behind a flag."""

    NOTHING = auto()
    TEXT = auto()
    WORD = auto()  # one of the words
    WORDS = auto()  # some of the words, with commas between them
    FILE = auto()
    FOLDER = auto()


@dataclass(frozen=True, slots=True)
class Flag:
    """Spellings that mean the same, what they take, and the words that are offered for it."""

    spellings: tuple[str, ...]
    help: str
    takes: Takes = Takes.NOTHING
    words: tuple[str, ...] = ()


_BY_METAVAR = {"FILE": Takes.FILE, "PATH": Takes.FILE, "DIR": Takes.FOLDER}


def flags() -> list[Flag]:
    """Every flag of the command, those that the help shows first for each option."""
    found = [_general(general.flags, general.help, general.metavar, general.choices) for general in GENERAL]
    for option in OPTIONS:
        found += _of(option)
    return found


def _general(spellings: tuple[str, ...], text: str, metavar: str, choices: tuple[str, ...]) -> Flag:
    if metavar == "PROPERTY":
        return Flag(spellings, text, Takes.WORD, ("all", *PROPERTIES))
    return Flag(spellings, text, Takes.WORD if metavar else Takes.NOTHING, choices)


def _of(option: Option) -> list[Flag]:
    if option.parse is None:
        shown = [spelling for spelling in option.shown_flags if spelling in option.on_flags]
        sides = [option.on_flags, option.off_flags] if shown else [option.off_flags, option.on_flags]
        first, second = (tuple(side) for side in sides)
        return [Flag(first, option.help), Flag(second, f"the opposite of {first[-1]}")]
    if isinstance(option.parse, Choice):
        return [Flag(option.on_flags, option.help, Takes.WORD, option.parse.choices)]
    if option.metavar == "ID,...":
        return [Flag(option.on_flags, option.help, Takes.WORDS, ("all", *PROPERTIES))]
    return [Flag(option.on_flags, option.help, _BY_METAVAR.get(option.metavar, Takes.TEXT))]
