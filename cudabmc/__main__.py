"""`python -m cudabmc` is the command `cudabmc`."""

import sys

from cudabmc.command.main import main

sys.exit(main())
