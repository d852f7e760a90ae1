"""Random pairs of small integer kernels: the answer is that of trying all inputs."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Verdict, equivalent, symbolic

KERNEL = """
__global__ void k(const unsigned char *in, unsigned char *out)
{{
    __shared__ unsigned char near[2];
    int t = threadIdx.x;

    near[t] = {stored};
    __syncthreads();
    unsigned char x = in[t], y = near[1 - t];

    {written}
}}
"""

LEAVES = ("x", "y", "1", "3", "128", "t")
OPERATORS = ("+", "-", "*", "&", "|", "^")

Tree = str | tuple[str, "Tree", "Tree"]


def trees() -> st.SearchStrategy[Tree]:
    return st.recursive(
        st.sampled_from(LEAVES), lambda inner: st.tuples(st.sampled_from(OPERATORS), inner, inner), max_leaves=4
    )


def text(tree: Tree) -> str:
    return tree if isinstance(tree, str) else f"({text(tree[1])} {tree[0]} {text(tree[2])})"


def rewritten(tree: Tree, choose: int) -> Tree:
    """Another way to write the same number modulo 256."""
    if isinstance(tree, str):
        return ("+", tree, ("-", "1", "1")) if choose % 5 == 1 else tree
    operator, left, right = tree[0], rewritten(tree[1], choose // 2), rewritten(tree[2], choose // 3)
    if operator == "-":
        return ("+", left, ("+", ("^", right, ("-", "1", ("+", "1", "1"))), "1")) if choose % 2 else ("-", left, right)
    if operator == "^" and choose % 3 == 0:
        return ("-", ("|", left, right), ("&", left, right))
    return (operator, right, left) if choose % 2 else (operator, left, right)


EVERY = np.arange(256)
DATA = (EVERY[:, None] + 0 * EVERY, EVERY + 0 * EVERY[:, None])
"""All pairs of contents."""


def left_by(stored: Tree, written: Tree, guard: Tree | None) -> list[np.ndarray]:
    """What a kernel leaves in `out`, for all contents of `in`; -1 where it writes nothing."""
    near = [_value(stored, {"x": DATA[t], "y": 0, "t": t}) for t in range(2)]
    found = []
    for t in range(2):
        names = {"x": DATA[t], "y": near[1 - t], "t": t}
        writes = True if guard is None else _value(guard, names) > 100
        found.append(np.where(writes, _value(written, names), -1))
    return found


def _value(tree: Tree, names: dict[str, object]) -> np.ndarray:
    return np.asarray(eval(text(tree), names) & 255) + 0 * DATA[0]


def kernel(stored: Tree, written: Tree, guard: Tree | None) -> str:
    store = f"out[t] = {text(written)};"
    if guard is not None:
        store = f"if ((unsigned char){text(guard)} > 100) {store}"
    before = text(stored).replace("x", "in[t]").replace("y", "0")
    return KERNEL.format(stored=before, written=store)


def are_the_same(one: tuple[Tree, Tree, Tree | None], other: tuple[Tree, Tree, Tree | None]) -> bool:
    """By trying all contents. What nobody writes is arbitrary, and so it differs from any number."""
    return all(np.array_equal(a, b) for a, b in zip(left_by(*one), left_by(*other), strict=True))


KERNELS = st.tuples(trees(), trees(), st.none() | trees())


@settings(max_examples=40, deadline=None)
@given(KERNELS, st.integers(0, 255), KERNELS | st.none())
def test_the_answer_is_that_of_all_inputs(
    one: tuple[Tree, Tree, Tree | None], choose: int, other: tuple[Tree, Tree, Tree | None] | None
) -> None:
    rewrites = other is None
    if other is None:
        guard = None if one[2] is None else rewritten(one[2], choose)
        other = (rewritten(one[0], choose + 1), rewritten(one[1], choose), guard)
    expected = are_the_same(one, other)
    assert expected or not rewrites, "the rewriting is wrong"
    result = equivalent(kernel(*one), kernel(*other), grid=1, block=2, args=[symbolic(2), symbolic(2)], frontend="c")
    assert result.verdict is (Verdict.SUCCESSFUL if expected else Verdict.FAILED), result
