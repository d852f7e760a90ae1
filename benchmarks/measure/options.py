"""Which options are compared, and on which programs."""

from dataclasses import dataclass
from importlib.util import find_spec

from benchmarks.measure.record import DEFAULT
from cudabmc.command.arguments import parse_arguments
from cudabmc.errors import UsageError


@dataclass(frozen=True, slots=True)
class Config:
    """Words of a command line under a name; `modules` must be installed."""

    name: str
    words: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()

    @property
    def missing(self) -> str:
        """Why it cannot be measured here, or empty."""
        try:
            parse_arguments([*self.words, "program.cu"])
        except UsageError:
            return f"this cudabmc has no {' '.join(self.words)}"
        absent = [module for module in self.modules if find_spec(module) is None]
        return f"{', '.join(absent)} not installed" if absent else ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """`question` in one sentence; the configurations of which the first is the one to compare with; the programs
    as patterns of names; whether all must give the same verdict, if they give one."""

    name: str
    question: str
    configs: tuple[Config, ...]
    programs: tuple[str, ...]
    agree: bool = True


_CONFLICTS = (
    *("sync/spin_lock", "sync/two_locks", "sync/lock_*", "sync/ticket_lock", "sync/cas_float_max", "sync/mailbox"),
    *("sync/bounded_slots", "sync/flag_handshake", "sync/visitor_counter", "sync/check_then_act", "sync/lost_update"),
    *("textbook/compaction", "streams/mailbox_of_host"),
)
"""Programs in which the order of events matters."""

_APART = ("textbook/vector_add", "textbook/ring_shift", "races/ring_shift_missing_barrier")
"""Programs with one interleaving."""

_SYMBOLIC = (
    *("inputs/average_*", "inputs/clamp_pixels", "inputs/hash_*", "inputs/midpoint*", "inputs/shift_amount"),
    *("inputs/sort_four*", "inputs/symbolic_length*", "inputs/table_lookup*", "models/brighten"),
)
"""Programs that ask the solver, and are done in a few seconds."""

COMPARISONS = (
    Comparison(
        "reduction",
        "What does partial-order reduction save?",
        (Config(DEFAULT), Config("without", ("--no-por",))),
        (*_CONFLICTS, *_APART),
    ),
    Comparison(
        "state hashing",
        "What does recognising states save?",
        (Config(DEFAULT), Config("without", ("--no-state-hashing",))),
        _CONFLICTS,
    ),
    Comparison(
        "order abstraction",
        "What does a proof for all orders at once save?",
        (Config(DEFAULT), Config("without", ("--no-order-abstraction",))),
        (*_CONFLICTS, "orders/*"),
    ),
    Comparison(
        "two threads",
        "What does it save to run two threads of each launch, and what does it miss?",
        (Config(DEFAULT), Config("two threads", ("--two-threads",))),
        ("races/*_missing_barrier", "textbook/reduce_*", "textbook/scan_*", "textbook/stencil_*"),
        agree=False,
    ),
    Comparison(
        "context bound",
        "What does a larger bound cost, and from which one on are the defects found?",
        tuple(Config(f"bound {bound}", (f"--context-bound={bound}",)) for bound in range(5)),
        _CONFLICTS,
        agree=False,
    ),
    Comparison(
        "solver",
        "Which solver is the fastest?",
        (
            Config("z3", ("--solver=z3",), ("z3",)),
            Config("bitwuzla", ("--solver=bitwuzla",), ("bitwuzla",)),
            Config("cvc5", ("--solver=cvc5",), ("cvc5",)),
            Config("portfolio", ("--solver=portfolio",), ("z3", "bitwuzla", "cvc5")),
        ),
        _SYMBOLIC,
    ),
    Comparison(
        "simplification",
        "What does it save to decide conditions by what is known on their path, and not to ask the solver?",
        (Config(DEFAULT), Config("without", ("--no-simplify",))),
        _SYMBOLIC,
    ),
)
