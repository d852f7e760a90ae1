"""From command-line arguments to files and Options, by the declarations in cudabmc.options."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import FLAGS, OPTIONS, Group, Option, Options, parse_value, suggestion
from cudabmc.source.endings import SOURCES

if TYPE_CHECKING:
    from cudabmc.builds.compiler_line import CompilerLine

EPILOG = """\
exit status: 0 successful, 1 failed, 2 wrong usage or input or not supported, 3 unknown, 4 internal error
Every switch also has its opposite, with or without --no-. docs/options.md describes all options."""
_TEXTS = (
    "explain", "version", "config", "no_config", "show_config", "kernels", "changed_since", "include_dir", "completion",
)  # fmt: skip
SHELLS = ("bash", "zsh", "fish")


@dataclass(frozen=True, slots=True)
class General:
    """An option that asks for a text about cudabmc instead of a run; with a metavar it takes a value."""

    flags: tuple[str, ...]
    help: str
    metavar: str = ""
    choices: tuple[str, ...] = ()


GENERAL = (
    General(("-h", "--help"), "print this help"),
    General(("--version",), "print the versions of cudabmc, its solver, its parsers and the clang that it finds"),
    General(("--explain",), "explain a property, with a faulty and a fixed program ('all' lists them)", "PROPERTY"),
    General(("--config",), "take the options of this file, and not those of a cudabmc.toml or pyproject.toml", "FILE"),
    General(("--no-config",), "take no options of a cudabmc.toml or pyproject.toml"),
    General(("--show-config",), "print all options that are not at their defaults, and where they come from"),
    General(("--kernels",), "cudabmc each: prove the kernels of each file (the same as cudabmc prove for it)"),
    General(("--changed-since",), "cudabmc each: only files that differ from this commit, or include such", "COMMIT"),
    General(("--include-dir",), "print where <cudabmc.h> is, the header of contracts, for other compilers"),
    General(("--completion",), "print a script that completes options in this shell: bash, zsh, fish", "SHELL", SHELLS),
)


@dataclass(frozen=True, slots=True)
class Command:
    """What to do: verify `files`, or just print a text: a property explained, versions, the folder of our header,
    completion for a shell. `unused` are words for a compiler that change nothing, and `told` the fields of options that
    the command line speaks of; those of a file of options count where it does not. The run is left in the file `kept`
    for others to read."""

    files: tuple[str, ...]
    options: Options
    explain: str | None = None
    version: bool = False
    include_dir: bool = False
    completion: str | None = None
    config: str | None = None
    no_config: bool = False
    show_config: bool = False
    kernels: bool = False
    changed_since: str | None = None
    kept: str | None = None
    wants_steps: bool = True
    unused: tuple[str, ...] = ()
    told: frozenset[str] = frozenset()


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint="cudabmc --help lists the options")


class _Store(argparse.Action):
    """Parses the value with the option's own function; a repeated tuple is joined."""

    option: Option

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: Any,
        option_string: str | None = None,
    ) -> None:
        value: Any = parse_value(self.option, option_string or self.dest, values)
        if self.option.many:
            value = getattr(namespace, self.dest, ()) + value
        setattr(namespace, self.dest, value)


def parse_arguments(arguments: Sequence[str], kind: str = "") -> Command:
    """The command line of a compiler may stand behind `--`, and its options among ours. `kind` is the command whose
    words these are, for the text of --help.

    Raises UsageError, with a suggestion for a flag that is misspelt; ends by SystemExit for --help."""
    words, lines = _split(arguments)
    found, rest = _parser(kind).parse_known_intermixed_args(words)
    given: dict[str, Any] = vars(found)
    files = tuple(given.pop("files", None) or ())
    texts = {name: given.pop(name) for name in _TEXTS if name in given}
    for unknown in rest:
        if unknown.startswith("-"):
            raise UsageError(
                f"unknown option {unknown}", hint=suggestion(unknown) or "cudabmc --help lists the options"
            )
    options = Options(**given)
    for line in lines:
        options = line.applied(options)
    files = (*files, *rest, *(file for line in lines for file in line.files))
    told = frozenset(given).union(*(line.told() for line in lines))
    unused = tuple(word for line in lines for word in line.unused)
    return Command(files, options, **texts, unused=unused, told=told)


def _split(arguments: Sequence[str]) -> tuple[list[str], "list[CompilerLine]"]:
    """The words that are ours, and what those of compilers say, among ours and behind two dashes."""
    if all(word.partition("=")[0] in FLAGS or word.endswith(SOURCES) for word in arguments):
        return list(arguments), []
    from cudabmc.builds.compiler_line import CompilerLine, names_compiler, read_line, without_compiler_words

    at = arguments.index("--") if "--" in arguments else len(arguments)
    behind = list(arguments[at + 1 :])
    words, among = without_compiler_words(arguments[:at])
    return words, [among, read_line(behind) if names_compiler(behind) else CompilerLine(files=tuple(behind))]


class _PrintHelp(argparse.Action):
    """The texts are put together only if they are asked for."""

    kind: str

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
        option_string: str | None = None,
    ) -> None:  # fmt: skip
        from cudabmc.command.commands import about, usage
        from cudabmc.command.help_text import HelpText

        parser.usage, parser.description, parser.formatter_class = usage(self.kind), about(self.kind), HelpText
        parser.print_help()
        parser.exit()


def _parser(kind: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cudabmc",
        epilog=EPILOG,
        # One with a width: without it argparse asks for that of the terminal, in each run.
        formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80),
        argument_default=argparse.SUPPRESS,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help=argparse.SUPPRESS)
    general = parser.add_argument_group("General")
    for option in GENERAL:
        if "--help" in option.flags:
            general.add_argument(*option.flags, action=_PrintHelp, nargs=0, help=option.help).kind = kind  # type: ignore[attr-defined]
        elif option.metavar:
            general.add_argument(
                *option.flags, metavar=option.metavar, choices=option.choices or None, help=option.help
            )
        else:
            general.add_argument(*option.flags, action="store_true", help=option.help)
    for group in Group:
        section = parser.add_argument_group(group.value)
        for declared in OPTIONS:
            if declared.group is group:
                _add(section, declared)
    return parser


def _add(section: Any, option: Option) -> None:
    if option.parse:
        action = section.add_argument(
            *option.on_flags, dest=option.name, metavar=option.metavar, action=_Store, help=_help(option)
        )
        action.option = option
        return
    for flags, value in ((option.on_flags, True), (option.off_flags, False)):
        shown = set(flags) <= set(option.shown_flags)
        first = option.shown_flags[0] in flags
        help_text = (_help(option) if first else "the opposite") if shown else argparse.SUPPRESS
        section.add_argument(*flags, dest=option.name, action="store_const", const=value, help=help_text)


def _help(option: Option) -> str:
    default = f" (default: {option.default})" if option.parse and option.default not in (None, ()) else ""
    return (option.help + default).replace("%", "%%")
