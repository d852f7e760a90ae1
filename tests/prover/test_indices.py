"""Offsets with several digits are told apart, of whatever bases, and only where they are digits."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32, I64
from cudabmc.prover.integers import IntegerQuery, Overlap
from cudabmc.prover.proof import ProofStatus
from cudabmc.terms import Term, TermValue, apply, evaluate, free_vars, land, var
from tests.prover.proofs import meets, proof_of
from tests.prover.random_queries import Model, fixed, status

RANDOM = st.randoms(use_true_random=True)


def is_proved(parameters: str, body: str) -> bool:
    return proof_of(f"__global__ void k({parameters}) {{ {body} }}").status is ProofStatus.PROVED


def is_proved_for(parameters: str, body: str, block: tuple[int, ...], **numbers: int) -> bool:
    """For one block, too, with these numbers?"""
    proof = proof_of(f"__global__ void k({parameters}) {{ {body} }}")
    return proof.status is ProofStatus.PROVED and meets(proof, (1,) * len(block), block, numbers) is not False


PLACE = """
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
"""
VOLUME = "float *a, int width, int height, int depth"


@pytest.mark.long
def test_elements_of_a_volume_of_any_size_are_apart() -> None:
    inside = "if (x < width && y < height && z < depth)"
    assert is_proved(VOLUME, f"{PLACE} {inside} a[z * height * width + y * width + x] = 1;")
    assert is_proved(VOLUME, f"{PLACE} {inside} a[(z * height + y) * width + x] = 1;")


@pytest.mark.long
@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("inside", "index", "width", "height"),
    [
        ("y < height && z < depth", "(z * height + y) * width + x", 2, 4),
        ("x < width && z < depth", "(z * height + y) * width + x", 4, 2),
        ("x < width && y < height && z < depth", "(z * width + y) * width + x", 2, 4),
        ("x < width && y < height && z < depth", "(z * height + y) * height + x", 4, 2),
        ("x <= width && y < height && z < depth", "(z * height + y) * width + x", 2, 4),
    ],
)
def test_digits_beyond_their_base_may_meet(inside: str, index: str, width: int, height: int) -> None:
    body = f"{PLACE} if ({inside}) a[{index}] = 1;"
    assert not is_proved_for(VOLUME, body, (4, 4, 4), width=width, height=height, depth=4)


@pytest.mark.long
def test_a_number_is_told_by_the_digits_of_its_digits() -> None:
    place = "int id = blockDim.x * blockIdx.x + threadIdx.x; int i = id / 36; if (i < n)"
    cell = "c[i].e[(id % 36) / 9][id % 9] = 1;"
    of_cells = "struct Cell { double e[4][9]; int rest[3]; }; __global__ void k(Cell *c, int n)"
    assert proof_of(f"{of_cells} {{ {place} {cell} }}").status is ProofStatus.PROVED
    for wrong in (cell.replace("id % 9", "id % 8"), cell.replace("% 36", "% 27"), cell.replace("/ 9", "/ 12")):
        assert proof_of(f"{of_cells} {{ {place} {wrong} }}", work=30_000_000).status is not ProofStatus.PROVED


@pytest.mark.long
def test_quotients_by_sizes_are_digits() -> None:
    heads = "float *out, unsigned heads, unsigned size"
    place = """
        unsigned id = blockIdx.x * 64 + threadIdx.x, per = size / 4, row = id / per, part = id % per;
        unsigned of = row / heads, head = row % heads;
    """
    body = "if (threadIdx.x < 64 && per > 0 && heads > 0) out[of * heads * size + head * size + 4 * part] = 1;"
    assert is_proved(heads, place + body)
    assert not is_proved_for(heads, place.replace("% heads", "% (heads + 1)") + body, (4,), heads=1, size=4)
    assert not is_proved_for(heads, place + body.replace("4 * part", "part / 2"), (4,), heads=1, size=8)


@pytest.mark.long
def test_a_thread_that_walks_down_a_column_has_it_for_itself() -> None:
    image = "unsigned *p, size_t width, size_t height"
    begin = "size_t x = blockIdx.x * blockDim.x + threadIdx.x; if (x >= width) return; p += x;"
    down = "for (size_t y = 0; y < height; y++) { *p = y; p += width; }"
    up = "p -= width; for (size_t y = height; y > 0; y--) { *p += y; p -= width; }"
    proof = proof_of(f"__global__ void k({image}) {{ {begin} {down} {up} }}")
    assert proof.status is ProofStatus.PROVED
    assert sum("no pointer that wraps around in line 1 of" in text for text in proof.preconditions) == 1
    narrow, wide = down.replace("+= width", "+= width - 1"), begin.replace("x >= width", "x > width")
    assert not is_proved_for(image, f"{begin} {narrow}", (4,), width=3, height=2)
    assert not is_proved_for(image, f"{wide} {down}", (4,), width=2, height=2)


def test_a_counter_without_a_sign_passes_no_end_that_is_too_far() -> None:
    sizes = "unsigned id = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;"
    body = f"{sizes} for (unsigned i = id; i < n; i += all) a[i] = 1;"
    proof = proof_of(f"__global__ void k(float *a, unsigned n) {{ {body} }}")
    assert proof.status is ProofStatus.PROVED
    assert meets(proof, (8,), (64,), {"n": 1000})
    assert not meets(proof, (8,), (64,), {"n": (1 << 32) - 1})


@pytest.mark.long
def test_numbers_that_fit_may_become_ints() -> None:
    body = "int base = ((long long)blockIdx.x * n) >> 2; for (int i = threadIdx.x; i < (n >> 2); i += blockDim.x)"
    proof = proof_of(f"__global__ void k(float *a, int n) {{ {body} a[base + i] = 1; }}")
    assert proof.status is ProofStatus.PROVED
    assert "no number too large for an int in line 1 of k.cu" in proof.preconditions
    wrong = body.replace(">> 2;", ">> 3;")
    two_blocks = proof_of(f"__global__ void k(float *a, int n) {{ {wrong} a[base + i] = 1; }}")
    assert two_blocks.status is not ProofStatus.PROVED or not meets(two_blocks, (2,), (4,), {"n": 16})


@settings(max_examples=200)
@given(RANDOM)
def test_accesses_that_meet_keep_their_values_in_lemmas_about_rows(random: Random) -> None:
    names = [var(f"v{number}", I64, 0, 12) for number in range(4)]

    def product(depth: int) -> TermValue:
        value: TermValue = random.choice([*names, random.randint(-3, 3)])
        return apply(Op.MUL, I64, I64, (value, product(depth - 1))) if depth else value

    def index() -> TermValue:
        parts = [product(random.choice((0, 1, 1, 2))) for _ in range(random.randint(1, 3))]
        total: TermValue = random.randint(-2, 2)
        for part in parts:
            total = apply(Op.ADD, I64, I64, (total, part))
        return total

    model: Model = {name: random.randint(0, random.choice((1, 3, 12))) for name in names}
    size = random.choice((1, 4))
    mine, other = index(), index()
    start, end = (evaluate(value, model) if isinstance(value, Term) else value for value in (mine, other))
    other = apply(Op.ADD, I64, I64, (other, start - end))  # so they meet
    shift = -start if start >= 1 << 47 else 0  # in an object
    places = [
        apply(Op.MUL, I64, I64, (apply(Op.ADD, I64, I64, (value, shift)), size)) for value in (mine, other)
    ]  # fmt: skip
    query = IntegerQuery()
    query.add_overlaps([Overlap(True, places[0], size, places[1], size)])
    variables = {v for value in places if isinstance(value, Term) for v in free_vars(value)}
    assert status(fixed(query, {v: model[v] for v in variables})) != "unsat"


def test_few_lemmas_are_enough_for_rows_and_say_nothing_wrong() -> None:
    width, *rest = (var(name, I64, 0, 1000) for name in ("w", "x", "y", "z", "t"))
    x, y, other_x, other_y = rest
    digits = ((y, x), (other_y, other_x))
    places = [apply(Op.ADD, I64, I64, (apply(Op.MUL, I64, I64, (row, width)), column)) for row, column in digits]
    inside = land(*(apply(Op.ULT, BOOL, I64, (c, width)) for c in (x, other_x)))
    for rows, expected in ((y, "unsat"), (x, "sat")):
        query = IntegerQuery()
        apart = apply(Op.ULT, BOOL, I64, (rows, other_y if rows is y else other_x))
        query.add_overlaps([Overlap(land(inside, apart) if rows is y else apart, places[0], 1, places[1], 1)])
        assert query.tells_rows
        assert status(query.text(few_lemmas=True)) == expected


@pytest.mark.parametrize("order", [1, -1])
def test_digits_of_one_number_are_what_they_are_in_any_order(order: int) -> None:
    x, results = var("x", I32), [var(f"r{number}", I32) for number in range(8)]
    quotient, rest = (apply(op, I32, I32, (x, 36)) for op in (Op.SDIV, Op.SREM))
    values = [quotient, rest, *(apply(op, I32, I32, (x, by)) for op in (Op.SDIV, Op.SREM) for by in (9, 72))]
    values += [apply(Op.SDIV, I32, I32, (rest, 9)), apply(Op.SREM, I32, I32, (quotient, 6))]
    query = IntegerQuery()
    for value, result in list(zip(values, results, strict=True))[::order]:
        query.add(apply(Op.EQ, BOOL, I32, (value, result)))
    for number in (0, 5, 35, 36, 1000, -1, -9, -36, -1000, -(1 << 31)):
        model: Model = {x: number % (1 << 32)}
        model |= {result: evaluate(value, model) for value, result in zip(values, results, strict=True)}
        assert status(fixed(query, model)) == "sat", number
        for result in results:
            wrong = model | {result: (model[result] + 1) % (1 << 32)}
            assert status(fixed(query, wrong)) == "unsat", (number, result)
