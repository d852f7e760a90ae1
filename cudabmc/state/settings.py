"""What the machine has to know of the options."""

from dataclasses import field

from cudabmc.late_dataclass import dataclass
from cudabmc.options.kernel_arguments import KernelLaunch
from cudabmc.options.surroundings import Surroundings
from cudabmc.properties import Property
from cudabmc.state.limits import DEFAULT, Limits


@dataclass(frozen=True, slots=True)
class Settings:
    """`unwind` bounds loops (None: symbolic loops at `symbolic_unwind`, others at `constant_unwind`)."""

    enabled: frozenset[Property]
    unwind: int | None = None
    unwindset: dict[str, int] = field(default_factory=dict)
    symbolic_unwind: int = 64
    constant_unwind: int = 10_000_000
    max_frames: int = 2000
    unwinding_assertions: bool = True
    por: bool = True
    simplify: bool = True
    same_value_races: bool = False
    intra_block_only: bool = False
    atomics_synchronise: bool = False
    volatile_is_plain: bool = False
    malloc_may_fail: bool = False
    two_threads: bool = False
    per_thread_default_stream: bool = False
    warp_sync: int = 0
    limits: Limits = DEFAULT
    surroundings: Surroundings = field(default_factory=Surroundings)
    launch: KernelLaunch | None = None  # instead of main

    def is_on(self, prop: Property) -> bool:
        """Is the property checked?"""
        return prop in self.enabled
