"""`python -m cudabmc` is the command `cudabmc`."""

import sys

from cudabmc.cli import main

sys.exit(main())
