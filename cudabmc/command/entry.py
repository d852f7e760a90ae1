"""Where the command starts: nothing else is imported yet, so that Ctrl-C is answered from the first moment on."""

import sys

_INTERRUPTED = 3
"""The exit status of UNKNOWN."""


def entry() -> int:
    """Run the words of this process as a command, and return the exit status."""
    try:
        from cudabmc.command.main import main

        return main()
    except KeyboardInterrupt:
        if sys.stderr.isatty():
            sys.stderr.write("\r  \r")  # the ^C that the terminal shows
        sys.stdout.write("Unknown: interrupted\n\nVERIFICATION UNKNOWN\n")
        return _INTERRUPTED
