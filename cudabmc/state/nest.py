"""Where stream operations stand among launches in device code (see device/nesting.py). Data only."""

from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.state.decisions import Point
from cudabmc.state.knowledge import Knowledge
from cudabmc.state.order import NONE, OperationSet, Order
from cudabmc.state.order import NOTHING as NO_ORDER


@dataclass(frozen=True, slots=True)
class Nest:
    """Of an operation that threads of a kernel have issued, its `parent`, or that has such ones: `children`, and those
    in its tail launch stream, `tails`.

    It is done when its threads have ended and its children and tails are done. `body`, if it is not 0, is the number
    that stands for its threads and children without the tails, which come behind that. The parent's own order is
    `inherited`; the operations of its stream that come before it are `behind`, and those of them that come before it
    only because they were issued so, by other threads, are `loose`: what the thread had done that issued it is
    `known`, and `met` in every interleaving. It was issued at `point`, into the stream of this `key`. `root` is the
    operation of the host that has led here, over `depth` launches, of which `certain` were not into tail launch
    streams."""

    root: int
    parent: int = 0
    children: OperationSet = NONE
    tails: OperationSet = NONE
    body: int = 0
    inherited: Order = NO_ORDER
    behind: Order = NO_ORDER
    loose: OperationSet = NONE
    known: Knowledge = field(default_factory=dict)
    met: Knowledge = field(default_factory=dict)
    point: Point = ("", 0)
    key: str = ""
    depth: int = 0
    certain: int = 0
