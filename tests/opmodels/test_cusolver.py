"""What the models of cuSOLVER read, write and require, in memory of a fake context; the algorithms have tests of
their own."""

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.modelapi import NULL, PTR, Pointer, Space
from tests.opmodels.fake_context import FakeContext, Hidden, Violation

SUCCESS, INVALID_VALUE = 0, 3
LOWER, UPPER = 0, 1
NUMBERS = st.floats(-4, 4, width=16)


class Solver:
    """A cusolverDn handle of the models, and memory of the device."""

    def __init__(self) -> None:
        self.ctx = FakeContext(chosen=lambda type, label: 1)
        self.handle = self.made("cusolverDnCreate")
        self.info = self.device(b"\xff\xff\xff\xff")

    def made(self, name: str) -> Pointer:
        place = self.ctx.allocate(8, Space.HOST_STACK, "handle")
        assert self.ctx.run(name, place) == SUCCESS
        found = self.ctx.load(place, PTR)
        assert isinstance(found, Pointer)
        return found

    def device(self, data: bytes, hidden: tuple[int, ...] = ()) -> Pointer:
        """Memory of the device; the numbers at some places are not known to the models."""
        pointer = self.ctx.allocate(len(data), Space.DEVICE_GLOBAL, "array")
        places = {8 * place + i for place in hidden for i in range(8)}
        self.ctx.blocks[pointer.obj - 1].data[:] = [Hidden(b) if at in places else b for at, b in enumerate(data)]
        return pointer

    def doubles(self, *numbers: float, hidden: tuple[int, ...] = ()) -> Pointer:
        return self.device(struct.pack(f"<{len(numbers)}d", *numbers), hidden)

    def read(self, pointer: Pointer, code: str, count: int) -> tuple[float, ...]:
        return struct.unpack(f"<{count}{code}", self.ctx.bytes_at(pointer, count * struct.calcsize(code)))

    def is_known(self, pointer: Pointer, size: int) -> bool:
        return not any(isinstance(b, Hidden) for b in self.ctx.blocks[pointer.obj - 1].data[:size])

    def call(self, name: str, *arguments: object) -> int:
        return int(self.ctx.run(f"cusolverDn{name}", self.handle, *arguments))


@given(st.lists(NUMBERS, min_size=9, max_size=9), st.sampled_from([LOWER, UPPER]), st.booleans())
def test_cholesky_touches_nothing_but_its_triangle(numbers, triangle, unknown):
    solver, size, leading = Solver(), 3, 4
    memory = [99.0] * (leading * size)
    for column in range(size):
        for row in range(size):
            inside = row >= column if triangle == LOWER else row <= column
            if inside:
                memory[column * leading + row] = 20.0 + numbers[row] if row == column else numbers[3 * column + row]
    a = solver.doubles(*memory, hidden=(0,) if unknown else ())
    work = solver.doubles(*[0.0] * size)
    assert solver.call("Dpotrf", triangle, size, a, leading, work, size, solver.info) == SUCCESS
    after = solver.read(a, "d", len(memory))
    assert all(new == 99.0 for old, new in zip(memory, after, strict=True) if old == 99.0)
    assert solver.is_known(a, 8) == (not unknown)


@given(st.integers(0, 3), st.sampled_from([math.nan, math.inf]))
def test_what_is_not_finite_makes_results_arbitrary_and_no_crash(place, number):
    solver, numbers = Solver(), [4.0, 1.0, 1.0, 4.0]
    numbers[place] = number
    a, pivots, work = solver.doubles(*numbers), solver.device(bytes(8)), solver.doubles(0.0, 0.0)
    assert solver.call("Dgetrf", 2, 2, a, 2, work, pivots, solver.info) == SUCCESS
    assert not solver.is_known(a, 32) and not solver.is_known(solver.info, 4)


def test_a_singular_system_has_arbitrary_solutions():
    solver = Solver()
    a, b, work = solver.doubles(0.0, 0.0, 0.0, 0.0), solver.doubles(1.0, 1.0), solver.doubles(0.0, 0.0)
    pivots = solver.device(bytes(8))
    assert solver.call("Dgetrf", 2, 2, a, 2, work, pivots, solver.info) == SUCCESS
    assert solver.read(solver.info, "i", 1) == (1,)
    assert solver.call("Dgetrs", 0, 2, 1, a, 2, pivots, b, 2, solver.info) == SUCCESS
    assert not solver.is_known(b, 16)


def test_without_an_array_of_pivots_no_rows_are_exchanged():
    solver = Solver()
    a, work = solver.doubles(1.0, 4.0, 2.0, 10.0), solver.doubles(0.0, 0.0)
    assert solver.call("Dgetrf", 2, 2, a, 2, work, NULL, solver.info) == SUCCESS
    assert solver.read(a, "d", 4) == (1.0, 4.0, 2.0, 2.0)


@pytest.mark.parametrize("given_numbers", [0, 1, 2])
def test_a_workspace_that_is_too_small_is_a_defect(given_numbers):
    solver = Solver()
    a, work = solver.doubles(4.0, 0.0, 0.0, 4.0), solver.doubles(0.0, 0.0)
    arguments = ("Dpotrf", LOWER, 2, a, 2, work, given_numbers, solver.info)
    if given_numbers < 2:
        with pytest.raises(Violation, match="api-misuse"):
            solver.call(*arguments)
    else:
        assert solver.call(*arguments) == SUCCESS


@pytest.mark.parametrize("jobs", ["AA", "SS", "NN", "ON", "NO", "AN", "SO"])
def test_gesvd_writes_what_its_jobs_say(jobs):
    solver = Solver()
    a, s = solver.doubles(3.0, 0.0, 4.0, 0.0, 2.0, 0.0), solver.doubles(0.0, 0.0)
    u, vt, work = solver.doubles(*[7.0] * 9), solver.doubles(*[7.0] * 4), solver.doubles(*[0.0] * 3)
    first, second = map(ord, jobs)
    status = solver.call("Dgesvd", first, second, 3, 2, a, 3, s, u, 3, vt, 2, work, 3, NULL, solver.info)
    assert status == SUCCESS
    assert solver.read(s, "d", 2) == pytest.approx((5.0, 2.0))
    wanted = {"A": 9, "S": 6}.get(jobs[0], 0)
    after = solver.read(u, "d", 9)
    assert all(number != 7.0 for number in after[:wanted]) and all(number == 7.0 for number in after[wanted:])
    assert (solver.read(vt, "d", 4) == (7.0,) * 4) == (jobs[1] not in "AS")
    in_place = solver.is_known(a, 48)
    assert in_place == ("O" in jobs)
    if jobs[0] == "O":
        assert solver.read(a, "d", 6)[:3] == pytest.approx((0.6, 0.0, 0.8), abs=1e-12)


def test_gesvd_of_more_columns_than_rows_and_both_in_place_of_a_is_refused():
    solver = Solver()
    a, s = solver.doubles(*[1.0] * 6), solver.doubles(0.0, 0.0)
    for jobs, rows, columns in (("AA", 2, 3), ("OO", 3, 2)):
        first, second = map(ord, jobs)
        call = ("Dgesvd", first, second, rows, columns, a, 3, s, a, 3, a, 3, a, 6, NULL, solver.info)
        assert solver.call(*call) == INVALID_VALUE


def test_results_of_jacobi_are_arbitrary_with_a_large_tolerance_or_few_sweeps():
    for name, value, known in (("SetTolerance", 0.5, False), ("SetMaxSweeps", 1, False), ("SetMaxSweeps", 50, True)):
        solver = Solver()
        params = solver.made("cusolverDnCreateSyevjInfo")
        assert solver.ctx.run(f"cusolverDnXsyevj{name}", params, value) == SUCCESS
        a, w, work = solver.doubles(2.0, 1.0, 1.0, 2.0), solver.doubles(0.0, 0.0), solver.doubles(0.0, 0.0)
        assert solver.call("Dsyevj", 1, LOWER, 2, a, 2, w, work, 2, solver.info, params) == SUCCESS
        assert solver.is_known(w, 16) == known


@pytest.mark.parametrize(
    ("columns", "doubtful"),
    [
        ((1.0, 2.0, 2.0, 4.0), False),  # nothing is rounded
        ((0.0, 0.0, 1.0, 1.0), False),  # a column of zeros
        ((1.0, 1e-30, 0.0, 1e-30), False),  # small, but not by rounding
        ((3.0, 1.0, 3.0, 1.0), True),  # 1 / 3 is rounded: 1 - (1 / 3) * 3 is 0, or not if the product is fused
        ((3.0, 1.0, 3.0, 2.0), False),
    ],
)
def test_how_a_device_rounds_may_decide_whether_a_pivot_is_zero(columns, doubtful):
    solver = Solver()
    a, pivots, work = solver.doubles(*columns), solver.device(bytes(8)), solver.doubles(0.0, 0.0)
    assert solver.call("Dgetrf", 2, 2, a, 2, work, pivots, solver.info) == SUCCESS
    assert solver.is_known(solver.info, 4) == (not doubtful)


@pytest.mark.parametrize(("last", "info"), [(3.0, 2), (1 / 3, None), (0.0, 2), (4.0, 0)])
def test_how_a_device_rounds_may_decide_whether_a_minor_is_positive(last, info):
    solver = Solver()
    a, work = solver.doubles(3.0, 1.0 if info is None else 3.2, 0.0, last), solver.doubles(0.0, 0.0)
    assert solver.call("Dpotrf", LOWER, 2, a, 2, work, 2, solver.info) == SUCCESS
    assert solver.is_known(solver.info, 4) == (info is not None)
    if info is not None:
        assert solver.read(solver.info, "i", 1) == (info,)
