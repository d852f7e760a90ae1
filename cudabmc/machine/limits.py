"""Launch limits (programming guide, 'Technical Specifications per Compute Capability')."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a launch may ask for; `shared` is dynamic shared memory in bytes without opting in."""

    grid: tuple[int, int, int] = (2**31 - 1, 65535, 65535)
    block: tuple[int, int, int] = (1024, 1024, 64)
    threads: int = 1024
    shared: int = 49152


LIMITS = Limits()
"""Compute capability 8.0; these values are the same from 5.0 on."""
