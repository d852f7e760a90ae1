"""Preconditions under which two kernels are often equal, and not without: there are enough threads for all elements,
blocks and grids are square, or blocks are as large as a tile."""

from collections.abc import Iterator

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I128
from cudabmc.kernel.instructions import Builtin
from cudabmc.prover.launch import AXES, MOST_THREADS
from cudabmc.prover.left_by_kernel import LeftByKernel
from cudabmc.prover.preconditions import ShapeGroup
from cudabmc.prover.questions import Precondition
from cudabmc.terms import Term


def pair_shapes(one: LeftByKernel, other: LeftByKernel) -> list[ShapeGroup]:
    """Alternatives for the launches of two kernels, which have one shape: few conditions before many."""
    enough, square = tuple(_enough(one)), tuple(_square(one))
    groups = [ShapeGroup((some,)) for some in (enough, square) if some]
    for size in sorted({*one.named_sizes, *other.named_sizes}, reverse=True):
        exact = tuple(_exact(one, size))
        if exact and size ** len(exact) <= MOST_THREADS:
            groups.append(ShapeGroup((exact,)))
            groups.append(ShapeGroup(((*exact, *enough, *square),)))
    return groups


def _enough(kernel: LeftByKernel) -> Iterator[Precondition]:
    """A parameter is no more than the number of all threads along an axis."""
    for axis, letter in enumerate(AXES):
        grid, block = kernel.shape.values[Builtin.GRID_DIM, axis], kernel.shape.values[Builtin.BLOCK_DIM, axis]
        if not isinstance(grid, Term) and not isinstance(block, Term):
            continue
        count = terms.apply(Op.MUL, I128, I128, [terms.apply(Op.ZEXT, I128, I32, (size,)) for size in (grid, block)])
        for parameter in kernel.parameters:
            cond = terms.apply(Op.SLE, BOOL, I128, (parameter.number, count))
            text = f"{parameter.name} <= gridDim.{letter} * blockDim.{letter}"
            yield Precondition(text, cond, True, parameters=frozenset({parameter.name}))


def multiples_of(kernel: LeftByKernel, size: int) -> list[ShapeGroup]:
    """Parameters are multiples of a size, as that of a tile."""
    whole = tuple(_multiples(kernel, size))
    return [ShapeGroup((whole,))] if whole else []


def _multiples(kernel: LeftByKernel, size: int) -> Iterator[Precondition]:
    for parameter in kernel.parameters:
        rest = terms.apply(Op.SREM if parameter.signed else Op.UREM, parameter.type, parameter.type,
            (parameter.value, size))  # fmt: skip
        cond = terms.apply(Op.EQ, BOOL, parameter.type, (rest, 0))
        yield Precondition(f"{parameter.name} % {size} == 0", cond, True, parameters=frozenset({parameter.name}))


def _square(kernel: LeftByKernel) -> Iterator[Precondition]:
    """Blocks or grids have the same extent along two axes."""
    for variable in (Builtin.BLOCK_DIM, Builtin.GRID_DIM):
        x, y = (kernel.shape.values[variable, axis] for axis in range(2))
        if isinstance(x, Term) and isinstance(y, Term):
            name = variable.value
            yield Precondition(f"{name}.x == {name}.y", terms.apply(Op.EQ, BOOL, I32, (x, y)), True)


def _exact(kernel: LeftByKernel, size: int) -> Iterator[Precondition]:
    """Blocks have this extent along all axes."""
    for axis, letter in enumerate(AXES):
        block = kernel.shape.values[Builtin.BLOCK_DIM, axis]
        if isinstance(block, Term):
            cond = terms.apply(Op.EQ, BOOL, I32, (block, size))
            yield Precondition(f"blockDim.{letter} == {size}", cond, True, letter, fixes=(block, size))
