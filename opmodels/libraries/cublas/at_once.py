"""Products of known real numbers as machine code."""

from cudabmc.modelapi import MatrixProduct, ModelContext
from opmodels.libraries.accuracy import NOTE
from opmodels.libraries.cublas.operand import Matrix
from opmodels.libraries.element import Element, Number

_LEAST, _MOST = 1 << 6, 1 << 32
"""Multiplications of a product that is computed so: what takes longer than some seconds is approximated."""


def multiplied_at_once(
    ctx: ModelContext, factors: tuple[Number, Number], sources: tuple[Matrix, Matrix], transposed: tuple[bool, bool],
    target: Matrix, compute: Element,
) -> bool:  # fmt: skip
    """target = alpha * op(A) * op(B) + beta * target; False, with nothing changed, if alpha is 0, or that takes terms
    or too long."""
    data = _product(ctx, factors, sources, transposed, target, compute)
    if data is None:
        return False
    target.write_bytes(ctx, data)
    return True


def dot_at_once(ctx: ModelContext, a: Matrix, b: Matrix) -> bytes | None:
    """The sum of the products of the numbers of two columns; None if that takes terms, or too long."""
    number = Matrix(a.pointer, 1, 1, 1, a.element)  # only its shape matters
    return _product(ctx, ((1.0,), (0.0,)), (a, b), (True, False), number, a.element)


def _product(
    ctx: ModelContext, factors: tuple[Number, Number], sources: tuple[Matrix, Matrix], transposed: tuple[bool, bool],
    target: Matrix, compute: Element,
) -> bytes | None:  # fmt: skip
    source = sources[0].element
    if any(e.parts > 1 or e.upper_half for e in (source, target.element, compute)):
        return None
    alpha, beta = factors[0][0], factors[1][0]
    if not isinstance(alpha, float) or not isinstance(beta, float) or alpha == 0:
        return None
    inner = sources[0].rows if transposed[0] else sources[0].columns
    shape = MatrixProduct(
        target.rows, target.columns, inner, transposed, source.type, target.element.type, compute.type
    )  # fmt: skip
    if not _LEAST < shape.work <= _MOST:
        return None
    a, b = (matrix.read_bytes(ctx) for matrix in sources)
    c = target.read_bytes(ctx) if beta != 0 else None
    if a is None or b is None or (beta != 0 and c is None):
        return None
    data = ctx.product(shape, a, b, c, (alpha, beta))
    if data is not None:
        ctx.note(NOTE)
    return data
