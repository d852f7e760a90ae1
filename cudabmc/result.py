"""What a verification run answers: plain data between the explorer and the reports."""

from collections.abc import Callable
from dataclasses import field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, NamedTuple

from cudabmc.errors import UndecidedError, VerificationError
from cudabmc.late_dataclass import dataclass
from cudabmc.options.table import Options
from cudabmc.source.location import Location

if TYPE_CHECKING:
    from cudabmc.advice import AdviceReport
    from cudabmc.coverage import Coverage
    from cudabmc.suggestion import Suggestion


class Verdict(Enum):
    """The three answers; errors are exceptions (cudabmc.errors)."""

    SUCCESSFUL = "SUCCESSFUL"
    FAILED = "FAILED"
    UNKNOWN = "UNKNOWN"


class PropertyStatus(StrEnum):
    """What is known of one property."""

    HOLDS = "holds"  # for what the guarantee of the result names
    BROKEN = "broken"  # by a violation, also by one that is accepted
    UNKNOWN = "unknown"
    NOT_CHECKED = "not checked"


HOST_THREAD = "host thread "
"""How the names of threads of the host begin that the program has started."""

TURNS_OF_HOST_THREADS = (
    "threads of the host take turns where they lock, signal, wait and use atomics; all else is checked for races"
)
"""An assumption of runs that start threads of the host."""

ONE_ORDER_OF_HOST_THREADS = "a thread of the host that is started under a condition runs to its end at once"
ATOMICS_OF_HOST_IN_ONE_ORDER = "some atomics of threads of the host come in one order for each order of their locks"
SOME_ORDERS_OF_HOST_THREADS = "threads of the host take turns in many orders, of which some were run"
ISSUED_IN_ONE_ORDER = "what threads of the host issue to streams comes in one order for each order of their locks"
ORDERS_OF_HOST_THREADS = (
    ONE_ORDER_OF_HOST_THREADS, ATOMICS_OF_HOST_IN_ONE_ORDER, ISSUED_IN_ONE_ORDER, SOME_ORDERS_OF_HOST_THREADS,
)  # fmt: skip
"""Assumptions of runs that have not seen all orders in which threads of the host may take turns."""


class Guarantee(StrEnum):
    """For what a property holds, from the weakest to the strongest; always within the bounds and under the assumptions
    that the result lists."""

    THIS_RUN = "this run"  # no value of it is arbitrary
    ALL_INPUTS = "all inputs"  # at the sizes that the program sets up
    EVERY_LAUNCH = "every launch"  # any grid, any block, any contents of arrays


@dataclass(frozen=True, slots=True)
class ThreadId:
    """The host (`block` None) or a kernel thread, by blockIdx and threadIdx (x, y, z). Without a
    block, `kernel` names what the device carries out for the host, a transfer, or a thread of the host."""

    block: tuple[int, int, int] | None = None
    thread: tuple[int, int, int] = (0, 0, 0)
    kernel: str = ""
    launch: int = 0  # which launch of the run, from 1


@dataclass(frozen=True, slots=True)
class ObjectInfo:
    """A memory object as reports name it."""

    name: str
    size: int  # bytes
    space: str
    allocated: Location | None


@dataclass(frozen=True, slots=True)
class StepAccess:
    """An access of a step to memory: `size` bytes from byte `offset` of an object, which is named
    `object`, lies in `space` and has the number `number` in its run. `element` is the place as the
    source would write it, `value` what was read or written, or empty; `kind` is read, write or atomic."""

    kind: str
    number: int
    object: str
    space: str
    offset: int
    size: int
    element: str = ""
    value: str = ""


class Words(NamedTuple):
    """What a step did: `text` says what happened, `changes` are the variables of the function that got a value, and
    `accesses` what it did to memory that others can reach."""

    text: str
    changes: tuple[tuple[str, str], ...] = ()
    accesses: tuple[StepAccess, ...] = ()


class Account:
    """The words of a step, which are made once, when somebody reads them: a run has hundreds of thousands of steps, of
    which a report shows some twenty."""

    __slots__ = ("_words",)

    def __init__(self, words: Words | Callable[[], Words]) -> None:
        self._words = words

    @property
    def words(self) -> Words:
        """What the step did."""
        if not isinstance(self._words, Words):
            self._words = self._words()
        return self._words

    def __eq__(self, other: object) -> bool:
        return self.words == other.words if isinstance(other, Account) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.words)

    def __reduce__(self) -> tuple[object, ...]:
        return Account, (self.words,)

    def __repr__(self) -> str:
        return f"Account({self.words})"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a counterexample, at `depth` calls below the start of the thread.

    `switch` marks the first step after the scheduler changed threads; `preemption` if that left a
    thread that could have gone on (a counted context switch). `interval` counts the barriers that
    the thread has passed before, `barrier` tells that it arrives at one."""

    thread: ThreadId
    loc: Location
    function: str
    account: Account
    switch: bool = False
    preemption: bool = False
    depth: int = 0
    interval: int = 0
    barrier: bool = False

    @property
    def text(self) -> str:
        """What happened."""
        return self.account.words.text

    @property
    def changes(self) -> tuple[tuple[str, str], ...]:
        """The variables of the function that got a value, with it."""
        return self.account.words.changes

    @property
    def accesses(self) -> tuple[StepAccess, ...]:
        """What the step did to memory that others can reach."""
        return self.account.words.accesses


HAS_LEFT = "has left the kernel"
"""What a thread does that others wait for in vain, since it has ended."""


@dataclass(frozen=True, slots=True)
class Place:
    """One participant of a violation: a thread at a position, what it did there, the call stack
    (callers, innermost first, without a name where a kernel was launched) and the values of its variables."""

    thread: ThreadId
    loc: Location
    function: str
    action: str
    stack: tuple[tuple[str, Location], ...] = ()
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Input:
    """An arbitrary value as the run had it: `bits` of a GOTO type (`i32`, `f64`, `bool`). `name` is unique in the run;
    `label` is what reports call it: the call of a function (`nondet_int()`), `argc`, a parameter, or the initial
    contents of memory. `thread` asked for it."""

    name: str
    label: str
    type: str
    bits: int
    thread: ThreadId = ThreadId()


@dataclass(frozen=True, slots=True)
class KernelParameter:
    """A parameter of a kernel, `size` bytes large; a pointer points to elements of `element_size` bytes, whose GOTO
    type is `element_type` if they are scalars."""

    name: str
    size: int
    pointer: bool = False
    element_size: int = 0
    element_type: str = ""


@dataclass(frozen=True, slots=True)
class StartedKernel:
    """The kernel that a run without host code started, with `shared` bytes of dynamic shared memory. `inner` are the
    pointers in structs and variables that got arrays."""

    name: str
    parameters: tuple[KernelParameter, ...]
    shared: int = 0
    inner: tuple[str, ...] = ()


class EntryKind(StrEnum):
    """What an entry of a stream is."""

    KERNEL = "kernel"
    CALL = "call"  # what a function of the API has issued: a copy, a memset, a host function
    RECORD = "record"  # of an event
    WAIT = "wait"  # for an event
    HOST_WAIT = "host wait"  # is in no stream: the host waits for what streams hold


class OrderedBy(StrEnum):
    """Why one entry of a stream comes after another one."""

    STREAM = "stream"  # it is behind it in the same stream
    EVENT = "event"  # it waits for the event that the other one records
    DEFAULT_STREAM = "default stream"  # one of the two is in the legacy default stream
    GRAPH = "graph"  # a node depends on the other one, or the graph was launched before
    HOST = "host"  # the host waits for the other one
    OTHER = "other"  # in a way that none of these tells


@dataclass(frozen=True, slots=True)
class StreamEntry:
    """What the host has put into a stream, or a wait of the host.

    `name` is the kernel, or the function that the host has called; `stream` is the number of the stream in its
    `StreamOrder`, -1 of a wait of the host. The host was at step `issued`; steps `begun` to `ended` carry it out, -1
    where the trace does not tell. `after` names the entries that come directly before it, beside what the host has
    waited for before it issued this one. `event` is the event of a record or of a wait. Nodes of one launch of a graph
    have its number, from 1, as `graph`; nodes that may run side by side are in different branches."""

    kind: EntryKind
    name: str
    stream: int
    issued: int
    begun: int = -1
    ended: int = -1
    after: tuple[tuple[int, OrderedBy], ...] = ()
    event: str = ""
    graph: int = 0
    branch: int = 0


@dataclass(frozen=True, slots=True)
class StreamOrder:
    """What a counterexample has issued to streams, in the order of the host, and what orders it.

    One entry comes before another one if a chain of `after` leads there, or a chain to a wait of the host that stands
    before the other one in `entries`. `streams` are names. `places` says for each place of the violation which entry it
    belongs to; -1 for the host. What synchronises by atomics is not told."""

    streams: tuple[str, ...]
    entries: tuple[StreamEntry, ...]
    places: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of property `prop`. `places` has one entry, or two for a race or a divergence, the first being the
    primary position; a deadlock names all waiting threads. A replay has confirmed it and recorded its `steps`, unless
    it is not `replayed`: the run has met it whatever the inputs are, and had no time or memory left for that."""

    prop: str
    message: str
    places: tuple[Place, ...]
    object: ObjectInfo | None = None
    inputs: tuple[tuple[str, str], ...] = ()
    steps: tuple[Step, ...] = ()
    output: str = ""  # what the program printed until then
    schedule: tuple[int, ...] = ()
    hint: str = ""
    # All inputs, bit for bit, of which `inputs` shows some: test cases are made of them.
    recorded: tuple[Input, ...] = field(default=(), compare=False, repr=False)
    replayed: bool = True
    # Which of the inputs, by their places there, do not matter: with any other values of them it breaks as well.
    idle: tuple[int, ...] = ()
    # Of a program that uses streams, or copies asynchronously.
    stream_order: StreamOrder | None = field(default=None, compare=False, repr=False)

    @property
    def context_switches(self) -> int:
        """How often the run leaves a thread that could have gone on."""
        return sum(step.preemption for step in self.steps)


class AcceptedBy(StrEnum):
    """What accepts a finding."""

    COMMENT = "comment"
    BASELINE = "baseline"


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A violation that is accepted, by a comment of the source or by an entry of the baseline: where that stands, and
    its reason."""

    violation: Violation
    loc: Location
    reason: str
    by: AcceptedBy = AcceptedBy.COMMENT


@dataclass(frozen=True, slots=True)
class ProgramEnd:
    """The program ends here with another exit `status` than 0, or by abort(), as `message` says: in a run with these
    inputs, which has printed `output`. If it is not `confirmed`, no such run was found in the time for that."""

    status: int
    message: str
    loc: Location
    inputs: tuple[tuple[str, str], ...] = ()
    output: str = ""
    confirmed: bool = True
    idle: tuple[int, ...] = ()  # as in a violation

    @property
    def certain(self) -> bool:
        """Does the program end so whatever its inputs are, at least in one order of its threads?"""
        return self.confirmed and not self.inputs


@dataclass(slots=True)
class Statistics:
    """Counters of a run; times in seconds, memory in bytes. `frontend` names the one that took the program,
    and with `auto` why; `solver` the one that was asked, and of several how many queries each decided."""

    threads: int = 0
    launches: int = 0
    instructions: int = 0
    events: int = 0
    interleavings: int = 0
    pruned: int = 0  # schedules merged with an explored one by MPOR or state hashing
    cut_off: int = 0  # schedules that the context bound cut off
    context_switches: int = 0
    vcs: int = 0
    vcs_simplified: int = 0  # discharged without the solver
    vcs_rewritten: int = 0  # of these, not constants, but implied by what is known on their path
    vcs_solver: int = 0
    queries: int = 0
    solver: str = ""
    solver_seconds: float = 0.0
    solver_load_seconds: float = 0.0  # of those, until it was ready
    seconds: float = 0.0
    memory: int = 0
    frontend: str = ""
    frontend_seconds: float = 0.0
    library_seconds: float = 0.0  # of those, compiling the C++ library: --timeout does not count them
    all_orders: bool = False  # the properties were shown for all orders at once
    launches_at_once: int = 0  # run as machine code; their accesses and conditions are not counted


class ProofOutcome(StrEnum):
    """What is known of a kernel for all of its launches."""

    PROVED = "proved"  # for every launch, or for those that meet the preconditions
    FAULTY = "faulty"  # an execution breaks a property
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ExplainedLoop:
    """A loop in a proof. `facts` hold at its head in each round, in C, and `later` in all rounds but the first; those
    of `conditional` hold under a condition, which stands before each. The threads of a block may go `together` through
    it, round by round. `names` are words of the facts that the source does not have, or has for more than one
    value, each with what it stands for."""

    loc: Location
    together: bool
    facts: tuple[str, ...]
    later: tuple[str, ...] = ()
    conditional: tuple[tuple[str, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedAccess:
    """What a thread does (read, write, atomic access) to which `place`, as in `tile[threadIdx.x]`, where `condition`
    holds; "" if it always does."""

    loc: Location
    action: str
    place: str
    condition: str = ""


@dataclass(frozen=True, slots=True)
class ExplainedInterval:
    """The accesses from the barrier at `begin` on, or from the start of the kernel, up to the next barriers, which are
    among `ends`; None is the end of the kernel. Threads come to its begin where `condition` holds. `names` are those of
    `ExplainedLoop`."""

    begin: Location | None
    ends: tuple[Location | None, ...]
    condition: str
    accesses: tuple[ExplainedAccess, ...]
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ExplainedQuestion:
    """Whether something that breaks a property can happen, as `text` says, and the answer: it is `excluded`, under
    `preconditions` if there are any, or it is not, and `why` says what the solver has to say. It may be about an
    `interval` alone, which has this place among all of them."""

    prop: str
    text: str
    locations: tuple[Location, ...]
    excluded: bool
    preconditions: tuple[str, ...] = ()
    why: str = ""
    interval: int | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class ProofExplanation:
    """How a kernel was proved, or why not. It is about the launches of `launch`, a condition in C, if that is not
    empty."""

    loops: tuple[ExplainedLoop, ...] = ()
    intervals: tuple[ExplainedInterval, ...] = ()
    questions: tuple[ExplainedQuestion, ...] = ()
    launch: str = ""


@dataclass(frozen=True, slots=True)
class ProvedKernel:
    """A kernel as `cudabmc prove` answers for it; or one whose launch at this `place` a run has proved, and not run
    it, so that what it writes is arbitrary. `preconditions` are conditions on launches, in C, that the proof
    takes; `taken_as_one` are the sizes of launches that count as 1, since the kernel reads no coordinate of theirs;
    `reasons` say what is not known. `launch` is one that breaks a property. `seconds` is what it took. `explanations`
    are those of its proofs, if they were asked for: of one for all launches, or of one for each. A kernel is proved but
    for what comments and the baseline have `accepted`: properties and places."""

    name: str
    outcome: ProofOutcome
    loc: Location
    preconditions: tuple[str, ...] = ()
    taken_as_one: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    launch: str = ""
    seconds: float = 0.0
    place: Location | None = None
    explanations: tuple[ProofExplanation, ...] = ()
    accepted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What a result answers."""

    files: tuple[str, ...]
    options: Options


@dataclass(slots=True)
class Result:
    """The answer of a run. `bounds` are sentences about bounds that were hit (they make the
    verdict UNKNOWN), `assumptions` what the answer rests on, `warnings` what a user should know
    about an answer (no kernel launched, nothing reachable). `reason` says why a verdict is UNKNOWN."""

    verdict: Verdict
    violations: tuple[Violation, ...] = ()
    properties: tuple[str, ...] = ()  # ids that were checked
    kernels: tuple[str, ...] = ()  # kernels launched
    bounds: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    reason: str = ""
    statistics: Statistics = field(default_factory=Statistics)
    suppressed: tuple[Suppressed, ...] = ()  # violations that comments or the baseline accept
    sources: dict[str, str] = field(default_factory=dict)  # texts of the files that violations name, by path
    queries: tuple[str, ...] = ()  # the solver's queries as SMT-LIB 2, if they were asked for
    statuses: dict[str, PropertyStatus] = field(default_factory=dict)  # of all properties, by their ids
    # For what those hold that do; None if that is shown of none. Of an UNKNOWN answer: for what no violation was found.
    holds_for: Guarantee | None = None
    known: tuple[str, ...] = ()  # what of its surroundings the run took for known (options.surroundings)
    ends: tuple[ProgramEnd, ...] = ()  # with another status than 0, unless the property exit-status is checked
    proofs: tuple[ProvedKernel, ...] = ()  # of `cudabmc prove`, or of launches at their places
    # For test cases: the kernel that was started instead of main.
    started: StartedKernel | None = field(default=None, compare=False, repr=False)
    coverage: "Coverage | None" = None  # what the run has reached of the program, if that was asked for
    suggestion: "Suggestion | None" = None  # a repair of the first violation, if one was asked for
    advice: "AdviceReport | None" = None  # on performance, if that was asked for
    # For those who have the answer alone: a notebook shows both.
    question: AskedQuestion | None = field(default=None, compare=False, repr=False)
    reports: "Reports | None" = field(default=None, compare=False, repr=False)

    @property
    def placed(self) -> tuple[ProvedKernel, ...]:
        """The launches of a run that were proved at their places, and not run."""
        return tuple(proof for proof in self.proofs if proof.place is not None)

    def __bool__(self) -> bool:
        """Is the verdict SUCCESSFUL? So `assert verify(...)` fails for a violation. Raises UndecidedError for UNKNOWN,
        which is neither."""
        if self.verdict is Verdict.UNKNOWN:
            raise UndecidedError(self.reason)
        return self.verdict is Verdict.SUCCESSFUL

    def check(self) -> "Result":
        """The result itself, if its verdict is SUCCESSFUL. Otherwise raises VerificationError, whose text is the
        report."""
        __tracebackhide__ = True  # pytest shows the line of the test, and the report
        if self.verdict is not Verdict.SUCCESSFUL:
            raise VerificationError(f"\n{self}", self)
        return self

    def __str__(self) -> str:
        """The report for people, as the command prints it."""
        return self.reports.text(self).rstrip("\n") if self.reports is not None else repr(self)

    def __repr__(self) -> str:
        """One line: `<Result FAILED: data-race at main.cu:3:5, and 1 more>`."""
        said = self.reason
        if self.violations:
            first, others = self.violations[0], len(self.violations) - 1
            place = f" at {first.places[0].loc}" if first.places else ""
            said = f"{first.prop}{place}" + (f", and {others} more" if others else "")
        elif self.verdict is Verdict.SUCCESSFUL and self.holds_for is not None:
            said = f"holds for {self.holds_for.value}"
        return f"<Result {self.verdict.value}{': ' if said else ''}{said}>"

    def _repr_html_(self) -> str | None:
        """What a notebook shows, as IPython asks for it: the HTML report; nothing special for a result without one."""
        return self.reports.page(self) if self.reports is not None else None


class Reports(NamedTuple):
    """How a result is shown to those who have it alone: as text, and as the page of a notebook."""

    text: Callable[[Result], str]
    page: Callable[[Result], str]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a front end did not take a file: in words that other files may share, and in full with the place."""

    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """What became of one file under --parse-only; `frontend` is the one that took it, or empty. `unmodelled`
    are the functions of libraries that it calls and that have no model: a run that comes there is refused."""

    file: str
    frontend: str
    seconds: float
    refusal: Refusal | None = None
    unmodelled: tuple[str, ...] = ()
