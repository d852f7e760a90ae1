"""Scripts that complete the command line in a shell, made from the declarations of the options."""

from cudabmc.command.completion import bash, fish, zsh
from cudabmc.command.completion.flags import flags

_SCRIPTS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}


def script(shell: str) -> str:
    """The script for bash, zsh or fish."""
    return _SCRIPTS[shell](flags())
