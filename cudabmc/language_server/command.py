"""`cudabmc lsp`: speaks with an editor on standard input and output until that says exit."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec

from cudabmc.errors import UsageError
from cudabmc.language_server.command_line import FLAGS, HELP


def run(arguments: Sequence[str]) -> int:
    """Do what the words behind `cudabmc lsp` say, and return the exit status. Raises UsageError."""
    if {"-h", "--help"} & set(arguments):
        sys.stdout.write(HELP)
        return 0
    strange = next((word for word in arguments if word not in FLAGS), None)
    if strange is not None:
        hint = "options of a run are settings of the editor (docs/editors.md); cudabmc lsp --help"
        raise UsageError(f"cudabmc lsp does not take {strange}", hint=hint)
    if find_spec("pygls") is None:
        raise UsageError("cudabmc lsp needs the package pygls", hint="pip install 'cudabmc[lsp]'")
    if sys.stdin.isatty():
        sys.stderr.write("cudabmc lsp waits for the messages of an editor; docs/editors.md says how editors start it\n")
    from cudabmc.language_server.messages import serve

    return serve()
