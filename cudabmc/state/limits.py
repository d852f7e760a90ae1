"""What a device accepts, by its compute capability (CUDA C++ Programming Guide, "Technical Specifications per
Compute Capability"). The number of multiprocessors is that of a usual product, for no document gives it.

Registers are not modelled: a launch that fails for lack of them is not found.
"""

from cudabmc.late_dataclass import dataclass

KIB = 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a device: sizes of launches, and what a block and a multiprocessor hold, shared memory in bytes.

    `shared` is what a block can have without opting in, `shared_opt_in` with it (programming guide, "Shared Memory"
    of each capability); static shared memory counts towards both.
    """

    major: int = 8
    minor: int = 0
    multiprocessors: int = 108
    resident_threads: int = 2048
    resident_blocks: int = 32
    shared_of_multiprocessor: int = 164 * KIB
    shared_opt_in: int = 163 * KIB
    registers_of_block: int = 64 * KIB
    grid: tuple[int, int, int] = (2**31 - 1, 65535, 65535)
    block: tuple[int, int, int] = (1024, 1024, 64)
    threads: int = 1024
    shared: int = 48 * KIB
    is_given: bool = False  # did the user name the device?

    @property
    def name(self) -> str:
        """As in "8.0"."""
        return f"{self.major}.{self.minor}"

    @property
    def reserved_shared(self) -> int:
        """Shared memory that the system takes in each block, from 8.0 on."""
        return KIB if self.major >= 8 else 0

    @property
    def resident_warps(self) -> int:
        """Warps that a multiprocessor holds."""
        return self.resident_threads // 32


# Multiprocessors (of which product), resident threads and blocks, shared memory of a multiprocessor and of a block
# that opted in (KiB), registers of a block (Ki).
_TABLE = {
    "5.0": (5, 2048, 32, 64, 48, 64),  # GeForce GTX 750 Ti
    "5.2": (24, 2048, 32, 96, 48, 64),  # Tesla M40
    "5.3": (2, 2048, 32, 64, 48, 32),  # Jetson TX1
    "6.0": (56, 2048, 32, 64, 48, 64),  # Tesla P100
    "6.1": (30, 2048, 32, 96, 48, 64),  # Tesla P40
    "6.2": (2, 2048, 32, 64, 48, 32),  # Jetson TX2
    "7.0": (80, 2048, 32, 96, 96, 64),  # V100
    "7.2": (8, 2048, 32, 96, 96, 64),  # Jetson AGX Xavier
    "7.5": (40, 1024, 16, 64, 64, 64),  # T4
    "8.0": (108, 2048, 32, 164, 163, 64),  # A100
    "8.6": (84, 1536, 16, 100, 99, 64),  # A40
    "8.7": (16, 1536, 16, 164, 163, 64),  # Jetson AGX Orin
    "8.9": (142, 1536, 24, 100, 99, 64),  # L40
    "9.0": (132, 2048, 32, 228, 227, 64),  # H100
    "10.0": (148, 2048, 32, 228, 227, 64),  # B200
    "10.3": (160, 2048, 32, 228, 227, 64),  # B300
    "11.0": (20, 1536, 24, 228, 227, 64),  # Jetson Thor
    "12.0": (170, 1536, 24, 100, 99, 64),  # GeForce RTX 5090
    "12.1": (48, 1536, 24, 100, 99, 64),  # GB10
}


def _row(name: str) -> Limits:
    major, minor = map(int, name.split("."))
    processors, threads, blocks, shared, opt_in, registers = _TABLE[name]
    return Limits(major, minor, processors, threads, blocks, shared * KIB, opt_in * KIB, registers * KIB)


LIMITS = {name: _row(name) for name in _TABLE}
"""The limits of each compute capability, by its name."""

DEFAULT = LIMITS["8.0"]
