"""Options of a project: cudabmc.toml, or [tool.cudabmc] in pyproject.toml, in a folder or one above it."""

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.option_words import PATHS
from cudabmc.options.table import FLAGS, OPTIONS, Group, Options

SHARED_FILE, TABLE = "pyproject.toml", ("tool", "cudabmc")
SUITES = "suites"
"""The one key that is no option: suites that run if none are named."""

_FILES = {*PATHS, "cache_dir", *(option.name for option in OPTIONS if option.group is Group.REPORTS)}


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says: options, and the names of those, and suites. Paths are seen from the current directory."""

    file: str
    options: Options
    told: frozenset[str]
    suites: tuple[str, ...] = ()


def read_configuration(file: str) -> Configuration | None:
    """What a file says; None if it is one of other tools, without a table of ours. Raises UsageError."""
    try:
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
        values: Any = tomllib.loads(text)
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}") from None
    except ValueError as error:
        raise UsageError(f"{file}: {error}") from None
    for name in TABLE if os.path.basename(file) == SHARED_FILE else ():
        values = values.get(name) if isinstance(values, Mapping) else None
    if values is None:
        return None
    if not isinstance(values, Mapping):
        raise UsageError(f"{file}: {'.'.join(TABLE)} is no table")
    return _configuration(file, text, values)


def _configuration(file: str, text: str, values: Mapping[str, object]) -> Configuration:
    options, told, folder = Options(), set[str](), os.path.dirname(file)
    suites: tuple[str, ...] = ()
    for key, value in values.items():
        try:
            if key == SUITES:
                suites = _suites(value, folder)
                continue
            options = _within(Options.from_mapping({key: _plain(value)}, options), key, folder)
            told.add(FLAGS[_flag(key)][0].name)
        except UsageError as error:
            raise UsageError(f"{file}{_line(text, key)}: {error.message}", hint=error.hint) from None
    return Configuration(file, options, frozenset(told), suites)


def _suites(value: object, folder: str) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"{SUITES}: expected names of files, got {value!r}")
    return tuple(os.path.join(folder, name) for name in names)


def _plain(value: object) -> object:
    """Values of TOML that options do not have are refused by name."""
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list):
        return [_plain(part) for part in value]
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    raise UsageError(f"expected text, a number or a list, got {value}")


def _flag(key: str) -> str:
    return "--" + key.replace("_", "-")


def _within(options: Options, key: str, folder: str) -> Options:
    """Files are named as seen from the folder of the configuration."""
    option = FLAGS[_flag(key)][0]
    if option.group is Group.STAGES:
        raise UsageError(f"{key} prints a stage and stops: it belongs on the command line")
    if option.name == "fix":
        raise UsageError("fix writes to the sources in each run, of an editor too: it belongs on the command line")
    if option.name not in _FILES:
        return options
    given = getattr(options, option.name)
    found: object = _path(given, folder) if isinstance(given, str) else tuple(_path(name, folder) for name in given)
    return replace(options, **{option.name: found})  # type: ignore[arg-type]


def _path(name: str, folder: str) -> str:
    return name if name == "-" else os.path.join(folder, name)


def _line(text: str, key: str) -> str:
    """`:3` if the key stands in the third line."""
    found = re.search(rf"(?m)^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", text)
    return f":{text.count(chr(10), 0, found.start()) + 1}" if found else ""
