"""Quotients and remainders of forms are those of mathematics, however they are put together."""

import pytest
import z3
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.prover import linear
from cudabmc.prover.integer_forms import IntegerForms, number_text
from cudabmc.prover.linear import Linear
from cudabmc.prover.proof import ProofStatus
from tests.prover.proofs import proof_of

DIVISORS = st.sampled_from([2, 4, 8, 16, 32, 3, 12, 24])
FACTORS = st.sampled_from([0, 1, 2, 4, 8, 16, -1, -4, 3, 12])
NUMBERS = st.lists(st.integers(-40, 40), min_size=3, max_size=3)
BOUNDS = [(0, 1), (0, 7), (-3, 20)]


def excluded(forms: IntegerForms, formula: str) -> bool:
    """Does what is stated of the forms contradict a formula?"""
    solver = z3.Solver()
    solver.from_string("\n".join((*forms.lines, f"(assert {formula})")))
    found = solver.check()
    assert found != z3.unknown
    return found == z3.unsat


@settings(max_examples=150)
@given(st.lists(st.tuples(st.tuples(FACTORS, FACTORS, FACTORS), st.integers(-9, 9), DIVISORS), min_size=1, max_size=3),
       NUMBERS, st.lists(st.integers(-4, 4), min_size=4, max_size=4))  # fmt: skip
def test_a_number_is_the_divisor_times_the_quotient_and_a_remainder_below_it(
    divisions: list[tuple[tuple[int, int, int], int, int]], numbers: list[int], often: list[int]
) -> None:
    forms = IntegerForms()
    atoms = [forms.fresh("x", least, most) for least, most in BOUNDS]
    total = Linear(0)
    for (factors, constant, divisor), times in zip(divisions, often, strict=False):
        x = linear.of(constant, dict(zip(atoms, factors, strict=True)))
        quotient, rest = forms.floor(x, divisor)
        whole, left = forms.sum(quotient.times(divisor).plus(rest).plus(x, -1)), forms.sum(rest)
        assert excluded(forms, f"(not (and (= {whole} 0) (<= 0 {left}) (< {left} {divisor})))")
        total = total.plus(x, times).plus(rest, often[3])
    assert excluded(forms, f"(not (= {forms.sum(total)} {forms.sum(forms.in_digits(total))}))")
    point = " ".join(
        f"(= {forms.name(atom)} {number_text(min(max(number, least), most))})"
        for atom, number, (least, most) in zip(atoms, numbers, BOUNDS, strict=True)
    )
    assert not excluded(forms, f"(and {point})"), "numbers within their bounds have digits"


def test_digits_are_told_where_a_step_divides_the_divisor() -> None:
    forms = IntegerForms()
    block, thread = linear.atom(forms.fresh("b", 0, 8191)), linear.atom(forms.fresh("t", 0, 255))
    x = block.times(256).plus(thread)
    quotient, rest = forms.floor(x, 8192)
    assert forms.floor(x, 32) == (block.times(8).plus(forms.floor(thread, 32)[0]), forms.floor(thread, 32)[1])
    upper, lower = forms.floor(block, 32)
    assert (quotient, rest) == (upper, lower.times(256).plus(thread))
    assert forms.in_digits(x.times(4).plus(rest, -3)) == upper.times(32768).plus(lower, 256).plus(thread)


@pytest.mark.long
def test_elements_between_the_bits_of_an_index_are_those_of_one_thread() -> None:
    kernel = """__global__ void k(float *data) {
        int i = blockIdx.x * 256 + threadIdx.x, low = i & 8191, first = ((i - low) << 2) + low;
        if (threadIdx.x < 256 && blockIdx.x < 8192) {
            data[first] += 1; data[first + 8192] += 1; data[first + STEP] += 1; data[first + 24576] += 1;
        }
    }"""
    assert proof_of(kernel.replace("STEP", "16384")).status is ProofStatus.PROVED
    assert proof_of(kernel.replace("STEP", "16128")).status is not ProofStatus.PROVED
