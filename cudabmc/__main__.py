"""`python -m cudabmc` is the command `cudabmc`."""

import sys

from cudabmc.command.entry import entry

sys.exit(entry())
