"""Small launches in which two kernels may leave something different, run by the bounded engine: a difference is told
only if a run has shown it."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import product

from cudabmc import terms
from cudabmc.errors import ResourceError, UsageError
from cudabmc.goto.types import IntType, PtrType
from cudabmc.kernel.instructions import Builtin
from cudabmc.options.kernel_arguments import Arbitrary, Extent, Given, KnownNumber, Range
from cudabmc.options.table import Options
from cudabmc.process.deadline import deadline
from cudabmc.process.limits import remaining
from cudabmc.prover.pair_proof import PairProver
from cudabmc.prover.unknowns import name_of
from cudabmc.result import Violation
from cudabmc.terms import Term
from cudabmc.verification.confirming import RunLaunch, SmallLaunch

SECONDS = 5.0
"""What one run may take."""

MOST_RUNS = 4
"""Launches that are tried where kernels name no size of blocks."""

BLOCKS = (4, 8, 32)
"""Extents of blocks along each axis, where kernels name none."""

ROOM = (1, 4, 16)
"""Arrays have as many elements as there are threads, or more, if that is not enough."""


def difference(run: RunLaunch, options: Options, prover: PairProver) -> tuple[Violation, str] | None:
    """What differs, and in which launch. Only launches are tried that the kernels seem to be made for: blocks of
    the largest size that they name, as many threads along an axis as scalars say, and what each of them takes."""
    launches = [*_launches(options, prover)][:MOST_RUNS]
    if prover.named_sizes:  # they may not be made for others
        launches = [one for one in launches if one[0].block == launches[0][0].block]
    for launch, threads in launches:
        for room in ROOM:
            left = remaining()
            if left is not None and left < 1:
                return None
            found, fits = _tried(run, options, prover, launch, threads * room, SECONDS if left is None else left / 2)
            if found is not None:
                return found, str(launch)
            if fits:
                break
    return None


def _tried(
    run: RunLaunch, options: Options, prover: PairProver, launch: SmallLaunch, elements: int, seconds: float
) -> tuple[Violation | None, bool]:  # fmt: skip
    """What differs in a launch, and whether arrays have room enough."""
    kernel = prover.kernels[0]
    arrays: list[Given] = [
        (variable.name, Arbitrary(Extent(elements, elements)))
        for variable, type in zip(kernel.params, kernel.param_types, strict=True) if isinstance(type, PtrType)
    ]
    asked = replace(
        options, prove=False, grid=launch.grid, block=launch.block, arg=(*launch.arguments, *arrays), function="main",
        args=None, check=(), no_check=(), timeout=None, memlimit=None, context_bound=min(options.context_bound, 2),
    )  # fmt: skip
    with suppress(ResourceError, UsageError, AssertionError), deadline(min(seconds, SECONDS)):
        found = run(asked).violations
        differs = [one for one in found if one.prop == "assertion" and one.replayed and _is_of_both(one)]
        return (differs[0] if differs else None), not any(one.prop == "bounds" for one in found)
    return None, True


def _is_of_both(violation: Violation) -> bool:
    """Is it about what both kernels leave?"""
    return " after " in violation.message or " differ " in violation.message


def _launches(options: Options, prover: PairProver) -> Iterator[tuple[SmallLaunch, int]]:
    """Launches that fulfil what is needed by the kernels themselves, and how many threads they have."""
    axes = sorted({axis for _, axis in prover.coordinates})
    for block, grid in product(sorted(prover.named_sizes, reverse=True) or BLOCKS, (2, 1)):
        launch = SmallLaunch(
            _sizes(options.grid, grid, [a for a in axes if (Builtin.BLOCK_IDX, a) in prover.coordinates]),
            _sizes(options.block, block, [a for a in axes if (Builtin.THREAD_IDX, a) in prover.coordinates]), (),
        )  # fmt: skip
        across = max(a * b for a, b in zip(launch.grid, launch.block, strict=True))
        given = {name: value for name, value in options.arg if not isinstance(value, Arbitrary | Range)}
        kernel = prover.kernels[0]
        numbers: list[Given] = [
            (variable.name, given.get(variable.name, KnownNumber(across)))
            for variable, type in zip(kernel.params, kernel.param_types, strict=True)
            if isinstance(type, IntType) and not variable.record
        ]
        launch = replace(launch, arguments=tuple(numbers))
        threads = 1
        for a, b in zip(launch.grid, launch.block, strict=True):
            threads *= a * b
        if threads <= 1 << 12 and _fulfils(launch, prover):
            yield launch, max(threads, across * across if len(axes) > 1 else threads)


def _sizes(given: object, size: int, axes: list[int]) -> tuple[int, int, int]:
    if isinstance(given, tuple) and all(isinstance(one, int) for one in given):
        x, y, z = (*given, 1, 1)[:3]
        return x, y, z
    x, y, z = (size if axis in axes else 1 for axis in range(3))
    return x, y, z


def _fulfils(launch: SmallLaunch, prover: PairProver) -> bool:
    """Does a launch fulfil the preconditions on sizes and arguments, as far as numbers tell?"""
    numbers = {f"gridDim.{axis}": size for axis, size in zip("xyz", launch.grid, strict=True)}
    numbers |= {f"blockDim.{axis}": size for axis, size in zip("xyz", launch.block, strict=True)}
    passed = {name: value.value for name, value in launch.arguments if isinstance(value, KnownNumber)}
    for one in prover.proof.preconditions.values():
        if isinstance(one.cond, Term):
            named = {unknown: _number(name_of(unknown), numbers, passed) for unknown in terms.free_vars(one.cond)}
            known = {unknown: number for unknown, number in named.items() if number is not None}
            if len(known) == len(named) and not terms.evaluate(one.cond, known):
                return False
    return True


def _number(name: str, sizes: Mapping[str, int], passed: Mapping[str | int, float]) -> int | None:
    if name in sizes:
        return sizes[name]
    value = passed.get(name.split(".", 2)[-1]) if name.startswith("argument.") else None
    return int(value) if isinstance(value, int) else None
