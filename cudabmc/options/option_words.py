"""Options as the words of a command line: the way back from `cudabmc.command.arguments`."""

import shlex
from collections.abc import Callable, Iterator

from cudabmc.options import values as option_values
from cudabmc.options.argument_text import argument_text
from cudabmc.options.kernel_arguments import read_aliases, read_argument
from cudabmc.options.table import OPTIONS, Option, Options

PATHS = ("include_dirs", "system_dirs", "force_includes", "models", "cuda_path", "compile_commands", "baseline")
"""Fields of Options that name files or folders: in a suite they are relative to its file."""


def option_words(options: Options, path: Callable[[str], str] = lambda name: name) -> list[str]:
    """What to write on the command line for these options; `path` translates the names of files and folders."""
    return [word for option in OPTIONS for word in _words(option, getattr(options, option.name), path)]


def words_of(option: Option, options: Options) -> list[str]:
    """What to write for one of the options; nothing for its default."""
    return list(_words(option, getattr(options, option.name), str))


def _words(option: Option, value: object, path: Callable[[str], str]) -> Iterator[str]:
    if value == option.default:
        return
    flag = "--" + option.key
    if option.parse is None:
        yield flag if value else "--no-" + option.key
        return
    change = path if option.name in PATHS else str
    for text in _texts(option, value):
        yield f"{flag}={change(text)}"


def _texts(option: Option, value: object) -> list[str]:
    """The texts that the option parses to this value."""
    if not isinstance(value, tuple):
        return [repr(value) if isinstance(value, float) else str(value)]
    if option.parse is option_values.words:
        return [shlex.join(value)]
    if option.joined:
        return [",".join(map(str, value))]
    if option.parse is option_values.loop_bounds:
        return [f"{loop}:{bound}" for loop, bound in value]
    if option.parse is read_argument:
        return [argument_text(given) for given in value]
    if option.parse is read_aliases:
        return [",".join(group) for group in value]
    return [str(item) for item in value]
