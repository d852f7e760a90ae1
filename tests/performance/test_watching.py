"""Who executes an instruction together, which launches are watched, and branches at which warps part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.advice import AdviceKind
from cudabmc.options.table import Options
from cudabmc.performance import watcher
from cudabmc.performance.requests import LaneBytes
from cudabmc.performance.sectors import least_sectors, sectors_of

from .advised import advice_of, of_kind, result_of

PROGRAM = """
__global__ void k(int *a) {{
    int t = threadIdx.x;
    {body}
}}
int main() {{
    int *a; cudaMalloc((void **)&a, 65536); cudaMemset(a, 0, 65536);
    k<<<{grid}, {block}>>>(a); cudaFree(a); return 0;
}}
"""


def program(body: str, grid: int = 1, block: int = 32) -> str:
    return PROGRAM.format(body=body, grid=grid, block=block)


def test_lanes_meet_in_the_rounds_of_a_loop_even_if_they_skip_some() -> None:
    # Lane t writes in round t % 2 alone, so that a request has the even lanes or the odd ones, at a[32 + t].
    body = "for (int i = 0; i < 2; i++) if (t % 2 == i) atomicAdd(&a[32 + t / 2], 1);"
    advice = advice_of(program(body))
    assert not of_kind(advice, AdviceKind.ATOMICS)
    once = advice_of(program("atomicAdd(&a[32 + t / 2], 1);"))
    assert [one.figure for one in of_kind(once, AdviceKind.ATOMICS)] == [2]


def test_lanes_are_together_again_behind_a_loop_that_they_leave_in_different_rounds() -> None:
    body = "int n = 0; for (int i = 0; i < t; i++) n += i; a[t] = n;"
    advice = advice_of(program(body))
    assert not of_kind(advice, AdviceKind.UNCOALESCED)  # one request of 128 bytes
    (one,) = of_kind(advice, AdviceKind.DIVERGENCE)
    assert one.figure == 100 and one.picture is not None
    assert [lane.side for lane in one.picture.lanes].count(one.picture.lanes[0].side) == 1  # lane 0 waits for the rest


@pytest.mark.parametrize("frontend", ["c", "clang"])
@pytest.mark.parametrize(("body", "requests"), [
    ("for (int i = 0; i < 32; i++) if (i == t) { a[t * 8] = 1; break; }", 32),
    ("for (int i = 0; i < 32; i++) if (i == t) break; a[t * 8] = 1;", 1),
    ("int i = 0; while (i != t) i++; a[t * 8] = 1;", 1),
    ("for (int i = 0; i < 32; i++) { if (i != t) continue; a[t * 8] = 1; }", 32),
    ("for (int i = 0; i < 32; i++) if (i / 8 == t / 8) { if (t % 2) a[t * 8] = 1; break; }", 4),
    ("for (int j = 0; j < 2; j++) { for (int i = 0; i < 32; i++) if (i == t) { a[t * 8] = 1; break; } }", 64),
    ("for (int j = 0; j < 2; j++) { for (int i = 0; i < 32; i++) if (i == t) break; a[t * 8] = 1; }", 2),
])  # fmt: skip
def test_lanes_that_leave_a_loop_in_different_rounds_are_apart_up_to_its_end(
    body: str, requests: int, frontend: str
) -> None:  # fmt: skip
    # Each lane has a sector of its own: a warp needs eight times as many as its words would fill, a single lane one.
    found = of_kind(advice_of(program(body), Options(advise=True, frontend=frontend)), AdviceKind.UNCOALESCED)
    lanes = (16 if "t % 2" in body else 32) // requests * (2 if "int j" in body else 1)
    assert [(one.figure, one.seen) for one in found] == ([(min(lanes, 8), requests)] if lanes > 1 else [])


@pytest.mark.parametrize("frontend", ["c", "clang"])
def test_a_function_that_is_called_in_two_places_makes_two_requests(frontend: str) -> None:
    source = "__device__ void put(int *p) { *p = 1; }" + program("put(&a[t]); put(&a[16 * t + 64]);")
    (one,) = of_kind(advice_of(source, Options(advise=True, frontend=frontend)), AdviceKind.UNCOALESCED)
    assert (one.concerned, one.seen) == (1, 2)


def test_a_branch_that_goes_by_warps_parts_none() -> None:
    body = "if (t / 32 % 2) for (int i = 0; i < 9; i++) a[t] += i; else a[t] = 1;"
    assert not of_kind(advice_of(program(body, block=128)), AdviceKind.DIVERGENCE)
    body = "if (t % 2) for (int i = 0; i < 9; i++) a[t] += i; else a[t] = 1;"
    (one,) = of_kind(advice_of(program(body, block=128)), AdviceKind.DIVERGENCE)
    assert (one.figure, one.concerned, one.seen) == (100, 4, 4)
    body = "if (t < 16) for (int i = 0; i < 99; i++) a[t] += i; else a[t] = 1;"
    (one,) = of_kind(advice_of(program(body, block=128)), AdviceKind.DIVERGENCE)
    assert (one.figure, one.concerned, one.seen) == (25, 1, 4)


def test_what_comes_behind_a_branch_is_no_time_that_lanes_wait_in_it() -> None:
    body = "if (t % 2) a[t] = 1; for (int i = 0; i < 50; i++) a[t] += i;"
    assert not of_kind(advice_of(program(body)), AdviceKind.DIVERGENCE)


def test_of_a_large_launch_three_blocks_are_watched_and_the_next_launch_too() -> None:
    source = PROGRAM.replace("k<<<{grid}, {block}>>>(a);", "k<<<100, 128>>>(a); k<<<3, 64>>>(a); k<<<100, 128>>>(a);")
    advice = advice_of(source.format(body="if (t < 2) a[blockIdx.x * 64 + t * 32] = 1;"))
    assert [(one.number, one.blocks, one.of) for one in advice.watched] == [(1, (0, 50, 99), 100), (2, (0, 1, 2), 3)]
    (one,) = of_kind(advice, AdviceKind.UNCOALESCED)
    assert (one.figure, one.seen) == (2, 3)


def test_a_launch_whose_size_depends_on_inputs_is_told_as_left_out() -> None:
    source = "int nondet_int(void);" + PROGRAM.replace("k<<<{grid}, {block}>>>(a);", """
    int n = nondet_int(); if (n < 1 || n > 2) return 0; k<<<n, 32>>>(a);""")
    advice = result_of(source.format(body="a[t + 32 * blockIdx.x] = 1;")).advice
    assert advice is not None and not advice.watched
    assert any("launches of k were not watched, as their size depends on inputs" in text for text in advice.missing)


def test_an_access_that_some_lanes_make_for_some_inputs_is_left_out_and_one_of_all_lanes_is_not() -> None:
    source = """
__global__ void k(int *a, int n) {
    __shared__ int s[64];
    if (n > 0) s[threadIdx.x * 2] = 1;
    if (n > threadIdx.x) s[threadIdx.x * 2 + 1] = 1;
}
"""
    options = Options(advise=True, kernel="k", grid=(1,), block=(32,))
    advice = result_of(source, options).advice
    assert advice is not None and any("depend on inputs, in launch 1" in text for text in advice.missing)
    assert [one.loc.line for one in of_kind(advice, AdviceKind.BANK_CONFLICT)] == [4]


@pytest.mark.parametrize(("most", "is_whole"), [(450, False), (5000, True)])
def test_of_a_launch_that_is_cut_off_no_request_is_told_that_lacks_lanes(
    most: int, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All lanes together fill four sectors in each round; the first ones alone do not.
    monkeypatch.setattr(watcher, "MOST_RECORDS", most)
    body = "for (int i = 0; i < 50; i++) a[32 * i + t % 4 * 8 + t / 4] = 1;"
    advice = result_of(program(body)).advice
    assert advice is not None and [one.whole for one in advice.watched] == [is_whole]
    assert any("was watched in part" in text for text in advice.missing) == (not is_whole)
    assert not of_kind(advice, AdviceKind.UNCOALESCED)


@given(st.dictionaries(st.integers(0, 31), st.tuples(st.integers(0, 3), st.integers(0, 200), st.integers(1, 16))))
def test_the_sectors_of_a_request_are_those_of_all_its_bytes(lanes: dict[int, tuple[int, int, int]]) -> None:
    request = {lane: LaneBytes(*access) for lane, access in lanes.items()}
    touched = {(obj, byte) for obj, offset, size in lanes.values() for byte in range(offset, offset + size)}
    assert sectors_of(request) == {(obj, byte // 32) for obj, byte in touched}
    assert least_sectors(request) == (len(touched) + 31) // 32
