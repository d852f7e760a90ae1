"""What a user chooses in the settings of an editor."""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import cast

from cudabmc.errors import UsageError
from cudabmc.late_dataclass import dataclass

SECTION = "cudabmc"
"""The part of an editor's settings that is ours."""

COMMANDS = ("auto", "run", "prove")
_KEYS = ("arguments", "command")


@dataclass(frozen=True, slots=True)
class ClientSettings:
    """`arguments` are words of a command line, which stand in front of the file. `command` says what is done with a
    file: `run` runs its program symbolically, `prove` proves its kernels for every launch, and `auto` is `run` where
    there is a main() and `prove` where there is none."""

    arguments: tuple[str, ...] = ()
    command: str = "auto"


def read_settings(data: object) -> ClientSettings:
    """The settings in the form that editors send: an object, or nothing. Raises UsageError."""
    if data is None:
        return ClientSettings()
    if not isinstance(data, Mapping):
        raise UsageError(f"the settings are {data!r}, and not an object with the keys {' and '.join(_KEYS)}")
    unknown = next((key for key in data if key not in _KEYS), None)
    if unknown is not None:
        near = get_close_matches(str(unknown), _KEYS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {' and '.join(_KEYS)}"
        raise UsageError(f"there is no setting {unknown!r}", hint=hint)
    arguments, command = data.get("arguments") or (), data.get("command") or "auto"
    if not isinstance(arguments, list | tuple) or not all(isinstance(word, str) for word in arguments):
        raise UsageError(f"arguments is {arguments!r}", hint='a list of words, as in ["--context-bound", "2"]')
    if command not in COMMANDS:
        raise UsageError(f"command is {command!r}", hint=f"one of {', '.join(COMMANDS)}")
    return ClientSettings(tuple(arguments), cast(str, command))
