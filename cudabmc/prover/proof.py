"""What a proof of a kernel is about, and what it says."""

from collections.abc import Mapping
from dataclasses import field
from enum import Enum

from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import SizeRange
from cudabmc.prover.known_arguments import NOTHING_SAID, KnownArguments
from cudabmc.prover.launch import Extents, LaunchSize
from cudabmc.prover.placed_launch import PlacedLaunch
from cudabmc.prover.places import PointedObject
from cudabmc.prover.program_launch import Aliases, ProgramLaunch
from cudabmc.prover.questions import Precondition, ProofQuestion
from cudabmc.result import ProofExplanation
from cudabmc.source.location import Location

PROVABLE = frozenset({"assertion", "barrier-divergence", "bounds", "data-race", "division-by-zero"})
"""The properties that proofs are about."""


class ProofStatus(Enum):
    """What is known of a kernel."""

    PROVED = "proved"
    CANDIDATE = "candidate"  # something may be broken: an execution must show it
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What could not be excluded: property `prop` is broken at these places. `question` is what is open, `why` why the
    solver has no answer, empty if it has found values. It may be what a `contract` says, or about a `permission`."""

    prop: str
    text: str
    locations: tuple[Location, ...]
    question: ProofQuestion
    why: str = ""
    contract: bool = False
    permission: bool = False


@dataclass(slots=True)
class KernelProof:
    """What is known of a kernel. It is proved if there are neither candidates nor reasons; `preconditions` are those
    that the proof takes. Candidates may be those of a `launch` of the program; of those that are `suspected`, a
    precondition says that they are none. `touched` are the objects that threads may access, and whether they may write
    them; those that are `unset` may hold something at the end that nobody has set. `notes` are assumptions of what they
    call. Of the arrays of parameters, threads write those of registers that are `written`, whatever they do; None if
    that is not known. What is `assumed` in the text of the kernel is told by its place, and whether it is required of
    launches. Threads may wait for each other if it `has_meetings`. `explanations` say how it was proved, if that is
    wanted: for all launches at once, or for several kinds of them. Threads get permissions
    where they are `permitted`, told if a run can look at them. Its threads may access memory that others reach if it
    `reaches_memory`."""

    kernel: str
    preconditions: dict[str, Precondition] = field(default_factory=dict)
    candidates: list[Candidate] = field(default_factory=list)
    suspected: list[Candidate] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    one: tuple[LaunchSize, ...] = ()
    launch: ProgramLaunch | None = None
    assumed: dict[Location, bool] = field(default_factory=dict)
    touched: dict[PointedObject, bool] = field(default_factory=dict)
    unset: frozenset[PointedObject] = frozenset()
    notes: tuple[str, ...] = ()
    written: frozenset[int] | None = None
    has_loops: bool = False
    has_meetings: bool = True
    explanations: tuple[ProofExplanation, ...] = ()
    permitted: tuple[Location, ...] = ()
    reaches_memory: bool = True

    @property
    def status(self) -> ProofStatus:
        if self.candidates:
            return ProofStatus.CANDIDATE
        return ProofStatus.UNKNOWN if self.reasons else ProofStatus.PROVED


@dataclass(frozen=True, slots=True)
class ProofScope:
    """What launches a proof is about: known sizes and arguments, and which properties. `blocks` are the extents of all
    blocks that the program launches the kernel with, if they are known, `ones` the sizes that are 1 in all these
    launches, and `launches` those that it makes: a proof may need what they have in common. Pointers lead to different
    arrays but for `aliases`. A proof of a launch that is `placed` is about that one alone, takes no preconditions, and
    asks for all that may go wrong in it."""

    sizes: Mapping[LaunchSize, int | SizeRange] = field(default_factory=dict)
    arguments: KnownArguments = NOTHING_SAID
    properties: frozenset[str] = PROVABLE
    blocks: tuple[Extents, ...] = ()
    launches: tuple[ProgramLaunch, ...] = ()
    ones: frozenset[LaunchSize] = frozenset()
    aliases: Aliases = field(default_factory=dict)
    same_value_races: bool = False
    blocks_apart: bool = False  # races between blocks are not looked for
    volatile_is_plain: bool = False  # volatile accesses race
    placed: PlacedLaunch | None = None
    explained: bool = False  # how it is proved is told, too
    all_or_nothing: bool = False  # the first question that stays open is the end: of others nobody wants to know
    contents: Mapping[PointedObject, tuple[bytes, ...]] = field(default_factory=dict)  # of arrays that nobody writes
    only_writes: bool = False  # nobody wants to know more than which arrays are written
    showing: frozenset[str] = frozenset()  # functions that keep their contracts, if this proof and others go through
    left: bool = False  # what the kernel leaves in memory is told, too, for a comparison
    coordinates: frozenset[LaunchSize] = frozenset()  # that count besides those that the kernel reads
    reals: bool = False  # kernels are compared as if floats were real numbers
    unrolled: bool = False  # loops are straight code whose rounds sizes and arguments tell, which are all known

    @property
    def is_limited(self) -> bool:
        """Is anything said of sizes or arguments?"""
        return bool(self.sizes or self.arguments.ranges)
