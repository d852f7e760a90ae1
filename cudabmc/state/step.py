"""What an instruction becomes that is made ready to run."""

from collections.abc import Callable
from typing import Any

StepFunction = Callable[[Any, Any, list[Any]], int]
"""Gets the thread, its frame and the registers of the frame. Answers the index of the next instruction, FRAME or
STOP."""

FRAME = -1
"""A step answers: frames or sides changed, look again."""

STOP = -2
"""A step answers: the thread stops here."""
