"""Which launches need no stamps: those whose threads have places of their own.

Random expressions are compared with all threads of small launches, one after the other. Random kernels get the answers
of the interpreter.
"""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.goto.meaning.integers import to_signed
from cudabmc.goto.op import Op
from cudabmc.goto.types import IntType
from cudabmc.kernel.instructions import Builtin
from cudabmc.native.kernels import apart, at_once
from cudabmc.native.kernels.apart import are_apart
from cudabmc.native.kernels.own_places import (
    AccessedBytes,
    AppliedOperator,
    ConstantNumber,
    CountingRegister,
    LaunchArgument,
    LimitedRegister,
    OffsetExpression,
    RegisterLimit,
    ThreadCoordinate,
)
from tests.native.kernels.answers import compare_source, look_at_small_arrays

WIDTH = 8
"""Of small numbers, so that many do not fit."""

LONG = 16
"""Of offsets here."""

Sizes = tuple[int, ...]
Thread = tuple[int, ...]


def threads(sizes: Sizes) -> Iterator[Thread]:
    return product(*map(range, sizes))


def values(expression: OffsetExpression, sizes: Sizes, thread: Thread, given_values: dict[int, int]) -> set[int]:
    """All values, as bits, that an expression can have in a thread."""

    def of(one: OffsetExpression) -> set[int]:
        return values(one, sizes, thread, given_values)

    match expression:
        case ConstantNumber(value, _):
            return {value}
        case LaunchArgument(register, _):
            return {given_values[register]}
        case ThreadCoordinate(variable, axis):
            first = 0 if variable in (Builtin.BLOCK_IDX, Builtin.GRID_DIM) else 3
            named = thread if variable in (Builtin.BLOCK_IDX, Builtin.THREAD_IDX) else sizes
            return {named[first + axis] % (1 << WIDTH)}
        case AppliedOperator(op, width, width_of, args):
            found = set()
            for held in product(*map(of, args)):
                result = terms.apply(op, IntType(width), IntType(width_of), list(held))
                assert isinstance(result, int)
                found.add(result)
            return found
        case LimitedRegister(_, width, held, limits):
            return {value for value in of(held) if all(_is_within(value, one, width, of) for one in limits)}
        case CountingRegister(start, step, width, limits):
            found = set()
            for value, by in product(of(start), of(step)):
                while value not in found and all(_is_within(value, one, width, of) for one in limits):
                    found.add(value)
                    value = (value + by) % (1 << width)
            return found
    raise AssertionError(expression)


def _is_within(value: int, limit: RegisterLimit, width: int, of) -> bool:
    (bound,) = of(limit.bound)
    if limit.signed:
        value, bound = to_signed(value, width), to_signed(bound, width)
    low, high = (value, bound) if limit.upper else (bound, value)
    return low < high or (low == high and not limit.strict)


def touched(places: list[AccessedBytes], sizes: Sizes, thread: Thread, given_values: dict[int, int]) -> set[int]:
    """The bytes of a thread. Those of negative offsets lie outside of each object."""
    found = set()
    for place in places:
        for offset in values(place.offset, sizes, thread, given_values):
            first = to_signed(offset, LONG)
            if first >= 0:
                found |= set(range(first, first + place.size))
    return found


def have_bytes_in_common(places: list[AccessedBytes], sizes: Sizes, given_values: dict[int, int]) -> bool:
    seen: set[int] = set()
    for thread in threads(sizes):
        mine = touched(places, sizes, thread, given_values)
        if mine & seen:
            return True
        seen |= mine
    return False


COORDINATES = [ThreadCoordinate(v, a) for v in (Builtin.THREAD_IDX, Builtin.BLOCK_IDX) for a in range(2)]
SIZES_OF_A_LAUNCH = [ThreadCoordinate(v, a) for v in (Builtin.BLOCK_DIM, Builtin.GRID_DIM) for a in range(2)]
UNIFORM = st.sampled_from([LaunchArgument(0, WIDTH), LaunchArgument(1, WIDTH), *SIZES_OF_A_LAUNCH]) | st.builds(
    ConstantNumber, st.integers(0, 20), st.just(WIDTH)
)


def _applied(op: Op, *args: OffsetExpression) -> AppliedOperator:
    return AppliedOperator(op, WIDTH, WIDTH, args)


def _axis(axis: int) -> OffsetExpression:
    whole = _applied(Op.MUL, ThreadCoordinate(Builtin.BLOCK_IDX, axis), ThreadCoordinate(Builtin.BLOCK_DIM, axis))
    return _applied(Op.ADD, whole, ThreadCoordinate(Builtin.THREAD_IDX, axis))


LIMITS = st.frozensets(st.builds(RegisterLimit, UNIFORM, st.booleans(), st.booleans(), st.booleans()), max_size=2)


@st.composite
def small_sums(draw) -> OffsetExpression:
    """Sums as kernels have them, with registers that are limited and with counters."""
    atoms = [_axis(0), _axis(1), *COORDINATES]
    found: OffsetExpression | None = None
    for _ in range(draw(st.integers(1, 3))):
        one: OffsetExpression = draw(st.sampled_from(atoms))
        form = draw(st.sampled_from(["plain", "plain", "limited", "counter"]))
        if form == "limited":
            one = LimitedRegister(atoms.index(one) if one in atoms else 9, WIDTH, one, draw(LIMITS))
        elif form == "counter":
            one = CountingRegister(draw(st.just(one) | UNIFORM), draw(UNIFORM), WIDTH, draw(LIMITS))
        if draw(st.booleans()):
            one = _applied(draw(st.sampled_from([Op.MUL, Op.SHL])), one, draw(UNIFORM))
        found = one if found is None else _applied(draw(st.sampled_from([Op.ADD, Op.ADD, Op.SUB])), found, one)
    assert found is not None
    return found


def _offset(held: OffsetExpression, size: int, ahead: int, op: Op) -> OffsetExpression:
    wide = AppliedOperator(op, LONG, WIDTH, (held,))
    scaled = AppliedOperator(Op.MUL, LONG, LONG, (wide, ConstantNumber(size, LONG)))
    return AppliedOperator(Op.ADD, LONG, LONG, (scaled, ConstantNumber(ahead, LONG)))


@st.composite
def accesses(draw) -> list[AccessedBytes]:
    held, size = draw(small_sums()), draw(st.sampled_from([1, 4]))
    found = []
    for _ in range(draw(st.integers(1, 2))):
        if draw(st.integers(0, 4)) == 0:
            held = draw(small_sums())
        op = draw(st.sampled_from([Op.SEXT, Op.ZEXT]))
        factor, ahead = draw(st.sampled_from([size, 2 * size])), draw(st.sampled_from([0, size]))
        found.append(AccessedBytes(_offset(held, factor, ahead, op), size))
    return found


SIZES = st.tuples(st.integers(1, 4), st.integers(1, 2), st.just(1), st.integers(1, 4), st.integers(1, 3), st.just(1))
GIVEN = st.fixed_dictionaries({0: st.integers(0, 24), 1: st.integers(0, 255)})


@pytest.fixture(autouse=True)
def registers_of_a_run():
    with terms.terms_of_a_run():
        yield


@pytest.mark.one_in(2)
@settings(max_examples=600, deadline=None)
@given(places=accesses(), sizes=SIZES, given_values=GIVEN)
def test_threads_that_are_apart_have_no_bytes_in_common(places, sizes, given_values) -> None:
    if are_apart(places, sizes, given_values):
        assert not have_bytes_in_common(places, sizes, given_values)


def _place(held: OffsetExpression, size: int = 4, factor: int = 4, ahead: int = 0) -> AccessedBytes:
    return AccessedBytes(_offset(held, factor, ahead, Op.SEXT), size)


def _below(bound: OffsetExpression) -> RegisterLimit:
    return RegisterLimit(bound, upper=True, signed=True, strict=True)


def _less(register: int, held: OffsetExpression, bound: OffsetExpression) -> LimitedRegister:
    return LimitedRegister(register, WIDTH, held, frozenset((_below(bound),)))


N = LaunchArgument(0, WIDTH)
FIRST = _axis(0)
STRIDE = _applied(Op.MUL, ThreadCoordinate(Builtin.BLOCK_DIM, 0), ThreadCoordinate(Builtin.GRID_DIM, 0))
BELOW = frozenset((RegisterLimit(N, upper=True, signed=True, strict=True),))
ROWS = _applied(Op.ADD, _applied(Op.MUL, _axis(1), N), _axis(0))
GUARDED = _applied(Op.ADD, _applied(Op.MUL, _less(1, _axis(1), N), N), _less(0, _axis(0), N))

IN_BLOCK, OF_BLOCK = ThreadCoordinate(Builtin.THREAD_IDX, 0), ThreadCoordinate(Builtin.BLOCK_IDX, 0)


NOUGHT = ConstantNumber(0, WIDTH)


def _row(pitch: int, column: OffsetExpression, row: OffsetExpression = OF_BLOCK) -> AccessedBytes:
    return _place(_applied(Op.ADD, _applied(Op.MUL, row, ConstantNumber(pitch, WIDTH)), column))


def _up_to(bound: int, start: OffsetExpression = NOUGHT, step: int = 1) -> CountingRegister:
    limit = RegisterLimit(ConstantNumber(bound, WIDTH), upper=True, signed=True, strict=True)
    return CountingRegister(start, ConstantNumber(step, WIDTH), WIDTH, frozenset((limit,)))


def _unsigned(held: OffsetExpression) -> AccessedBytes:
    return AccessedBytes(_offset(held, 4, 0, Op.ZEXT), 4)


LINE, PLANE = (3, 1, 1, 4, 1, 1), (3, 3, 1, 4, 2, 1)


def _wide(register: int, bound: int, factor: int) -> LimitedRegister:
    return _less(register, _applied(Op.MUL, FIRST, ConstantNumber(factor, WIDTH)), ConstantNumber(bound, WIDTH))


APART = {
    "one for each": ([_place(FIRST)], LINE, 12),
    "members of a structure": ([_place(FIRST, 4, 8), _place(FIRST, 4, 8, 4)], LINE, 12),
    "rows": ([_place(ROWS)], PLANE, 12),
    "short rows, with a guard": ([_place(GUARDED)], PLANE, 10),
    "strides of the grid": ([_place(CountingRegister(FIRST, STRIDE, WIDTH, BELOW))], LINE, 60),
    "a row for each": ([_row(8, _up_to(8), FIRST)], (3, 1, 1, 2, 1, 1), 0),
}

NOT_APART = {
    "two for each": ([_place(FIRST, size=8)], LINE, 12),
    "the neighbour's": ([_place(FIRST), _place(FIRST, ahead=4)], LINE, 12),
    "rows are not told apart": ([_place(FIRST)], PLANE, 12),
    "blocks are not told apart": ([_place(IN_BLOCK)], LINE, 12),
    "rows that are too short": ([_place(ROWS)], PLANE, 10),
    "strides that are too short": ([_place(CountingRegister(FIRST, ConstantNumber(5, WIDTH), WIDTH, BELOW))], LINE, 60),
    "a stride out of the width": ([_place(CountingRegister(FIRST, STRIDE, WIDTH, BELOW))], LINE, 120),
    "strides without an end": ([_place(CountingRegister(FIRST, STRIDE, WIDTH, frozenset()))], LINE, 60),
    "a product out of the width": ([_place(_applied(Op.MUL, FIRST, ConstantNumber(20, WIDTH)))], LINE, 12),
    "the first of two loops goes too far": (
        [_row(4, _up_to(8), FIRST), _row(4, _up_to(4), FIRST)], (3, 1, 1, 2, 1, 1), 0,
    ),
    "a stride of the block goes too far": ([_row(4, _up_to(5, IN_BLOCK, 4))], LINE, 0),
    "a limited register that several threads have alike": (
        [_place(_less(0, _applied(Op.ADD, IN_BLOCK, OF_BLOCK), N))], LINE, 5,
    ),
    "the first of two limits is too wide": (
        [_row(10, _less(0, FIRST, ConstantNumber(bound, WIDTH)), _axis(1)) for bound in (12, 10)], PLANE, 0,
    ),
    "a limit of what does not fit": ([_unsigned(_wide(0, 10, 64))], LINE, 0),
}  # fmt: skip


@pytest.mark.one_in(1)
@pytest.mark.parametrize("name", [*APART, *NOT_APART])
def test_what_kernels_do(name) -> None:
    places, sizes, n = APART.get(name) or NOT_APART[name]
    assert are_apart(places, sizes, {0: n}) is (name in APART)
    assert name in NOT_APART or not have_bytes_in_common(places, sizes, {0: n})


# ---------------------------------------------------------------- kernels

KERNEL = """#include <cuda_runtime.h>
__global__ void k(int *a, const int *b, int n, unsigned m) {{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, t = threadIdx.x;
    unsigned u = blockIdx.x * blockDim.x + threadIdx.x;
{body}
}}
int main() {{
    int *a, *b;
    cudaMalloc((void **)&a, 4096); cudaMalloc((void **)&b, 4096);
    cudaMemset(a, 0, 4096); cudaMemset(b, 1, 4096);
    k<<<dim3({grid}), dim3({block})>>>(a, b, {n}, {m});
    return cudaDeviceSynchronize() != 0;
}}
"""

STATEMENTS = (
    "a[x] = b[x];", "a[x] += 1;", "if (x < n) a[x] = x;", "if (x < n && y < n) a[y * n + x] = t;",
    "if (x >= n) return; a[x] = 2;", "for (int i = x; i < n; i += blockDim.x * gridDim.x) a[i] = i;",
    "for (int i = x; i < n; i += 5) a[i] = i;", "for (int i = t; i < n; i += blockDim.x) a[blockIdx.x * n + i] = t;",
    "for (unsigned i = u; i < m; i += blockDim.x * gridDim.x) a[i] += 3;", "a[2 * x] = 1; a[2 * x + 1] = 2;",
    "a[x + 1] = 1;", "a[n - 1 - x & 255] = 3;", "for (int j = 0; j < 3; j++) a[3 * x + j] = j;",
    "for (int j = 0; j < 4; j++) a[3 * x + j] = j;", "a[t] = 1;", "if (t == 0) a[blockIdx.x] = 4;",
    "a[y * gridDim.x * blockDim.x + x] = 1;", "int v = x; x = y; a[x] = v;", "while (x < n) { x += 7; a[x] = x; }",
    "if (x < n) { x = x + 1; a[x] = 4; }", "int i = x; if (y) i += n; a[i] = 5;", "a[(unsigned char)x] = 6;",
    "int w = b[x] ? x : 0; a[w] = 7;", "bool in = x < n && y < n; if (in) a[y * n + x] = 8;",
    "((long long *)a)[x] = 9;", "if (!(x >= n || y >= n)) a[x * n + y] = 1;",
)  # fmt: skip


@pytest.fixture
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small launches on small arrays are treated as large ones are."""
    monkeypatch.setattr(at_once, "WORTH", 0)
    look_at_small_arrays(monkeypatch)


@pytest.mark.usefixtures("small_launches")
@pytest.mark.one_in(2)
@pytest.mark.parametrize("frontend", ["c", "clang"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    body=st.lists(st.sampled_from(STATEMENTS), min_size=1, max_size=2), grid=st.sampled_from(["2", "3", "2, 2"]),
    block=st.sampled_from(["4", "3", "2, 2"]), n=st.integers(1, 20), m=st.integers(0, 30),
)  # fmt: skip
def test_kernels_get_the_answers_of_the_interpreter(tmp_path, frontend, body, grid, block, n, m) -> None:
    text = KERNEL.format(body="\n".join(f"    {{ {one} }}" for one in body), grid=grid, block=block, n=n, m=m)
    compare_source(tmp_path, text.replace("bool in", "int in") if frontend == "c" else text, frontend)


OWN = {
    "if (x < n) a[x] += x;": True,
    "if (x < n && y < n) a[y * n + x] = t;": True,
    "if (x >= n) return; a[x] = 2;": True,
    "for (int i = x; i < n; i += blockDim.x * gridDim.x) a[i] = i;": True,
    "for (unsigned i = u; i < m; i += blockDim.x * gridDim.x) a[i] += 3;": True,
    "for (int j = 0; j < 3; j++) a[3 * x + j] = j;": True,
    "while (x < n) { x += 6; a[x] = x; }": False,
    "if (x < n) { x = x + 1; a[x] = 4; }": False,
    "int w = b[x] ? x : 0; a[w] = 7;": False,
}


@pytest.mark.usefixtures("small_launches")
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("body", OWN)
def test_kernels_as_people_write_them_need_no_stamps(tmp_path, monkeypatch, frontend, body) -> None:
    asked: list[bool] = []
    original = are_apart

    def told(*given_) -> bool:
        asked.append(original(*given_))
        return asked[-1]

    monkeypatch.setattr(apart, "are_apart", told)
    grid = "2, 2" if "y" in body else "2"
    text = KERNEL.format(body=body, grid=grid, block="3, 2" if "y" in body else "3", n=5, m=17)
    found, taken = compare_source(tmp_path, text, frontend)
    assert (found.verdict, taken, any(asked)) == ("SUCCESSFUL", 1, OWN[body])


RACES = {
    "if (x < n) { n = 0; a[y * n + x] = t; }": 4,
    "n = 3; a[y * n + x] = t;": 6,
    "if (x < n) t = 9; a[y * n + x] = t;": 4,
    "if (x <= n) a[y * n + x] = t;": 4,
    "int i = t; while (1) { a[blockIdx.x * n + i] = t; if (i >= n) break; i += blockDim.x; }": 3,
    "unsigned i = u; for (int r = 0; r < 5; r++) { if (i < (unsigned)n) a[i] = t; i += (1u << 30) + 1; }": 8,
    "int z = x; while (z < n) { z += 1; a[y * n + z] = t; }": 4,
    "bool in = x < n; x *= 2; if (in) a[y * n + x] = t;": 4,
    "bool in = x < n || y < n; if (in) a[y * n + x] = t;": 4,
    "int v = y * n; if (x < n) { x += x; a[v + x] = t; }": 4,
    "if (!(x < n && y > n)) a[y * n + x] = t;": 4,
}


@pytest.mark.usefixtures("small_launches")
@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize("body", RACES)
def test_what_branches_do_not_say_is_not_taken_for_granted(tmp_path, frontend, body) -> None:
    said = body.replace("bool in", "int in") if frontend == "c" else body
    flat = "y" not in body
    text = KERNEL.format(body=said, grid="2" if flat else "2, 2", block="3" if flat else "3, 2", n=RACES[body], m=0)
    assert "data-race" in compare_source(tmp_path, text, frontend)[0].properties


IN_MEMORY = """#include <cuda_runtime.h>
__device__ int *where;
__global__ void k(int *a) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    a[x] = 1;
    where[x + 1] = 2;
}
int main() {
    int *a;
    cudaMalloc((void **)&a, 64);
    cudaMemcpyToSymbol(where, &a, sizeof a);
    k<<<2, 3>>>(a);
    return cudaDeviceSynchronize() != 0;
}
"""

TWICE = """#include <cuda_runtime.h>
__global__ void k(int *a, int *b) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    a[x] = 1;
    b[x + 1] = 2;
}
int main() {
    int *a;
    cudaMalloc((void **)&a, 64);
    k<<<2, 3>>>(a, a);
    return cudaDeviceSynchronize() != 0;
}
"""


@pytest.mark.usefixtures("small_launches")
@pytest.mark.parametrize("text", [IN_MEMORY, TWICE])
def test_what_is_reached_in_two_ways_has_stamps(tmp_path, text) -> None:
    assert "data-race" in compare_source(tmp_path, text)[0].properties
