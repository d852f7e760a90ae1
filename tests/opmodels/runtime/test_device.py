"""Device functions on constants."""

import pytest
from runtime_context import RuntimeContext, Violation, meet

import opmodels
from cudabmc import terms, verify
from cudabmc.modelapi import F32, I16, I32, I64, Space
from cudabmc.source.text import SourceText
from opmodels import registry

opmodels.load_all()

FULL = 0xFFFFFFFF
MINUS_ONE = 2**32 - 1
ATOMICS = sorted({m.name for m in registry.all_models() if m.access == "atomic" and m.name.startswith("atomic")})


@pytest.fixture
def ctx() -> RuntimeContext:
    return RuntimeContext(
        builtins={"threadIdx": (1, 0, 0), "blockIdx": (0, 0, 0), "blockDim": (40, 1, 1), "gridDim": (1, 1, 1)}
    )


def overload(name: str, ctype: str) -> int:
    return [m.signature.startswith(f"{ctype} {name}(") for m in registry.lookup(name)].index(True)


# ---------------------------------------------------------------- atomics


@pytest.mark.parametrize(
    ("name", "ctype", "old", "args", "new"),
    [
        ("atomicAdd", "int", MINUS_ONE, (2,), 1),
        ("atomicSub", "unsigned int", 1, (2,), MINUS_ONE),
        ("atomicExch", "int", 5, (7,), 7),
        ("atomicMin", "int", 3, (MINUS_ONE,), MINUS_ONE),
        ("atomicMin", "unsigned int", 3, (MINUS_ONE,), 3),
        ("atomicMax", "int", 3, (MINUS_ONE,), 3),
        ("atomicMax", "unsigned int", 3, (MINUS_ONE,), MINUS_ONE),
        ("atomicInc", "unsigned int", 4, (5,), 5),
        ("atomicInc", "unsigned int", 5, (5,), 0),
        ("atomicInc", "unsigned int", 9, (5,), 0),
        ("atomicDec", "unsigned int", 0, (5,), 5),
        ("atomicDec", "unsigned int", 9, (5,), 5),
        ("atomicDec", "unsigned int", 5, (5,), 4),
        ("atomicCAS", "int", 5, (5, 8), 8),
        ("atomicCAS", "int", 6, (5, 8), 6),
        ("atomicAnd", "int", 0b1100, (0b1010,), 0b1000),
        ("atomicOr", "int", 0b1100, (0b1010,), 0b1110),
        ("atomicXor_block", "int", 0b1100, (0b1010,), 0b0110),
    ],
)
def test_an_atomic_returns_the_old_value_and_stores_the_new_one(ctx, name, ctype, old, args, new):
    word = ctx.new(Space.SHARED, old.to_bytes(4, "little"))
    assert ctx.run(name, word, *args, index=overload(name, ctype)) == old
    assert ctx.load(word, I32) == new


def test_float_adds_round_to_their_type(ctx):
    word = ctx.new(Space.DEVICE_GLOBAL, bytes(4))
    ctx.store(word, 16777216.0, F32)
    ctx.run("atomicAdd", word, 1.0, index=overload("atomicAdd", "float"))
    assert ctx.load(word, F32) == 16777216.0
    assert any("commut" in note for note in ctx.notes)


def test_wide_and_narrow_words(ctx):
    wide, narrow = ctx.new(Space.SHARED, b"\xff" * 8), ctx.new(Space.SHARED, b"\1\0")
    ctx.run("atomicAdd", wide, 1, index=overload("atomicAdd", "unsigned long long"))
    ctx.run("atomicCAS", narrow, 1, 9, index=overload("atomicCAS", "unsigned short"))
    assert (ctx.load(wide, I64), ctx.load(narrow, I16)) == (0, 9)


def test_atomics_on_locals_are_misuse(ctx):
    with pytest.raises(Violation, match=r"api-misuse.*global and shared"):
        ctx.run("atomicAdd", ctx.new(Space.LOCAL, bytes(4)), 1)


def test_every_atomic_is_registered_in_three_scopes_with_its_flags():
    commuting = ("Add", "Sub", "Min", "Max", "And", "Or", "Xor")
    for name in ATOMICS:
        for found in registry.lookup(name):
            scope = "block" if name.endswith("_block") else "system" if name.endswith("_system") else "device"
            assert (found.host, found.device, found.scope) == (False, True, scope)
            assert found.result_unused_commutes == name.removeprefix("atomic").startswith(commuting)


# ---------------------------------------------------------------- barriers and fences


def test_barriers_wait_for_the_block_or_the_warp(ctx):
    ctx.run("__syncthreads")
    ctx.run("__syncwarp", FULL)
    assert [(scope, mask) for scope, mask, _, _ in ctx.met] == [("block", None), ("warp", FULL)]


@pytest.mark.parametrize(
    ("name", "votes", "result"),
    [
        ("__syncthreads_count", (0, 5, 1), 2),
        ("__syncthreads_and", (1, 5, 1), 1),
        ("__syncthreads_and", (1, 0, 1), 0),
        ("__syncthreads_or", (0, 0, 8), 1),
        ("__syncthreads_or", (0, 0, 0), 0),
    ],
)
def test_barriers_count_votes(name, votes, result):
    calls = {number: (vote,) for number, vote in enumerate(votes)}
    assert meet(name, calls, size=3) == dict.fromkeys(calls, result)


def test_fences_have_their_scopes(ctx):
    for name in ("__threadfence_block", "__threadfence", "__threadfence_system"):
        ctx.run(name)
    assert ctx.fences == ["block", "device", "system"]


# ---------------------------------------------------------------- warps


def shuffled(name: str, argument: int, width: int = 32, lanes: int = 32, inputs=None) -> list:
    calls = {lane: (FULL, 100 + lane, argument, width) for lane in range(lanes)}
    return [value - 100 for value in meet(name, calls, size=lanes, inputs=inputs).values()]


def test_shuffles_of_a_whole_warp():
    assert shuffled("__shfl_sync", 3) == [3] * 32
    assert shuffled("__shfl_up_sync", 2) == [0, 1, *range(30)]
    assert shuffled("__shfl_down_sync", 2) == [*range(2, 32), 30, 31]
    assert shuffled("__shfl_xor_sync", 1) == [lane ^ 1 for lane in range(32)]


def test_shuffles_within_groups_of_eight():
    assert shuffled("__shfl_sync", 10, 8) == [lane // 8 * 8 + 2 for lane in range(32)]
    assert shuffled("__shfl_up_sync", 7, 8) == [lane - 7 if lane % 8 == 7 else lane for lane in range(32)]
    assert shuffled("__shfl_down_sync", 7, 8) == [lane + 7 if lane % 8 == 0 else lane for lane in range(32)]


@pytest.mark.parametrize("width", [4, 32])
@pytest.mark.parametrize("name", ["__shfl_sync", "__shfl_up_sync", "__shfl_down_sync", "__shfl_xor_sync"])
def test_a_shuffle_by_an_unknown_number_is_right_for_every_number(name, width):
    unknown = terms.var("n", I32)
    calls = {lane: (FULL, 100 + lane, unknown, width) for lane in range(32)}
    results = meet(name, calls)
    for number in (*range(34), MINUS_ONE):
        assert [terms.evaluate(v, {unknown: number}) - 100 for v in results.values()] == shuffled(name, number, width)


def test_a_ballot_of_unknown_votes():
    unknown = terms.var("vote", I32)
    votes = meet("__ballot_sync", {0: (0b11, unknown), 1: (0b11, 7)})
    assert [terms.evaluate(votes[0], {unknown: n}) for n in (0, 1, MINUS_ONE)] == [0b10, 0b11, 0b11]


def test_xor_reads_from_earlier_groups_only():
    assert shuffled("__shfl_xor_sync", 8, 8) == [lane - 8 if lane & 8 else lane for lane in range(32)]


def test_to_read_from_an_absent_lane_is_misuse():
    with pytest.raises(Violation, match=r"api-misuse: __shfl_down_sync reads from lane 2, which does not take part"):
        shuffled("__shfl_down_sync", 1, lanes=2)


SHUFFLES = """__global__ void k(int *a) {
    int v = threadIdx.x;
    if (CONDITION) v += __shfl_down_sync(MASK, v, 4);
    a[threadIdx.x] = v;
}
int main() { int *a; cudaMalloc(&a, 128); k<<<1, BLOCK>>>(a); cudaFree(a); }
"""


@pytest.mark.parametrize(
    ("condition", "block", "mask", "why"),
    [
        ("v < 16", "32", "0xffffffff", "lanes 16 to 31 of the mask 0xffffffff have ended or do not exist"),
        ("v % 8 && v < 30", "32", "-1", "lanes 0, 8, 16, 24, 30 to 31 of the mask 0xffffffff have ended or do not"),
        ("true", "31", "0xffffffff", "lane 31 of the mask 0xffffffff has ended or does not exist"),
        ("v < 16", "32", "0xffff", "reads from lane 16, which is not in the mask 0xffff"),
    ],
)
def test_lanes_that_a_mask_names_and_that_do_not_come_are_told(
    condition: str, block: str, mask: str, why: str
) -> None:
    text = SHUFFLES.replace("CONDITION", condition).replace("MASK", mask).replace("BLOCK", block)
    violation = verify([SourceText(text, "k.cu")]).violations[0]
    assert violation.prop == "api-misuse" and why in violation.message
    assert violation.hint.startswith("Name the lane" if "is not in" in why else "Have all lanes")


def test_a_width_that_is_no_power_of_two_is_misuse(ctx):
    with pytest.raises(Violation, match=r"api-misuse.*width"):
        ctx.run("__shfl_sync", FULL, 1, 0, 12)


def test_a_caller_outside_of_its_mask_is_misuse(ctx):
    with pytest.raises(Violation, match=r"api-misuse.*lane 1"):
        ctx.run("__syncwarp", 0b1101)


def test_votes():
    calls = {lane: (0b111, lane) for lane in range(3)}
    assert set(meet("__ballot_sync", calls).values()) == {0b110}
    assert set(meet("__any_sync", calls).values()) == {1}
    assert set(meet("__all_sync", calls).values()) == {0}


def test_matches_group_equal_values():
    calls = {lane: (0b1111, lane % 2) for lane in range(4)}
    assert meet("__match_any_sync", calls) == {0: 0b0101, 1: 0b1010, 2: 0b0101, 3: 0b1010}


def test_reductions():
    calls = {lane: (0b111, value) for lane, value in enumerate((MINUS_ONE, 5, 3))}
    signed, unsigned = overload("__reduce_max_sync", "int"), overload("__reduce_max_sync", "unsigned int")
    assert set(meet("__reduce_max_sync", calls, index=signed).values()) == {5}
    assert set(meet("__reduce_max_sync", calls, index=unsigned).values()) == {MINUS_ONE}
    assert set(meet("__reduce_add_sync", calls).values()) == {7}


def test_lanes_of_the_second_warp_start_at_0_again():
    calls = {32 + lane: (0b11, lane, 0, 32) for lane in range(2)}
    assert meet("__shfl_sync", calls, size=64) == {32: 0, 33: 0}


def test_the_active_lanes_are_those_that_come_together():
    assert meet("__activemask", {lane: () for lane in (0, 1, 5)}) == dict.fromkeys((0, 1, 5), 0b100011)


# ---------------------------------------------------------------- the rest


def test_hinted_loads_and_stores_are_plain(ctx):
    word = ctx.new(Space.DEVICE_GLOBAL, bytes(4))
    ctx.run(
        "__stcg", word, 9, index=[m.signature.endswith(", int value)") for m in registry.lookup("__stcg")].index(True)
    )
    assert ctx.run("__ldg", word, index=overload("__ldg", "int")) == 9


def test_a_trap_is_a_violation(ctx):
    with pytest.raises(Violation, match="assertion"):
        ctx.run("__trap")


def test_the_device_clock_does_not_run_backwards(ctx):
    ctx.inputs += [5, 4]
    assert ctx.run("clock64") == 5
    with pytest.raises(AssertionError):
        ctx.run("clock64")
