"""An edit that may repair a defect: what it changes, and what that costs."""

from cudabmc.late_dataclass import dataclass
from cudabmc.repair.edited_source import TextChange


@dataclass(frozen=True, slots=True)
class SourceEdit:
    """`changes` of one file. Those of a smaller `cost` are tried first. `sentence` says what it does and where, and
    `price` what the program pays for it. `reached` is code, a part of a line, that the edited program still has to
    reach: a guard must not shut out everything."""

    changes: tuple[TextChange, ...]
    cost: int
    sentence: str
    price: str = ""
    reached: str = ""


EACH_IF = 8
"""What a branch around new code adds to the cost: threads may take different ones."""
EACH_LOOP = 3
"""What a loop around new code adds to the cost."""
LAST_RESORT = 100
"""The cost of edits that leave something out that the program did."""
