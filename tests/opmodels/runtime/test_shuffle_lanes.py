"""The lane that a shuffle reads from: the functions of CUDA and the instruction of PTX agree with the pseudo code."""

from hypothesis import given
from hypothesis import strategies as st

from opmodels.device.ptx_shuffle import source_lane
from opmodels.device.shuffle import butterfly, down, indexed, up

FUNCTIONS = {"idx": indexed, "up": up, "down": down, "bfly": butterfly}


def by_pseudo_code(mode: str, lane: int, b: int, c: int) -> int:
    """PTX ISA, `shfl.sync`, "Semantics": the source lane, which is the own one if the other is out of range."""
    bval, cval, mask = b & 31, c & 31, c >> 8 & 31
    most = (lane & mask) | (cval & ~mask & 31)
    least = lane & mask
    if mode == "up":
        source = lane - bval
        inside = source >= most
    elif mode == "down":
        source = lane + bval
        inside = source <= most
    elif mode == "bfly":
        source = lane ^ bval
        inside = source <= most
    else:
        source = least | (bval & ~mask & 31)
        inside = source <= most
    return source if inside else lane


def control(mode: str, width: int) -> int:
    """What the function of CUDA gives the instruction for its width."""
    return (32 - width) << 8 | (0 if mode == "up" else 31)


lanes, arguments = st.integers(0, 31), st.integers(0, 31)


@given(st.sampled_from(sorted(FUNCTIONS)), lanes, arguments, st.sampled_from((1, 2, 4, 8, 16, 32)))
def test_a_function_reads_from_the_lane_of_its_instruction(mode: str, lane: int, b: int, width: int) -> None:
    assert FUNCTIONS[mode](lane, b, width) == by_pseudo_code(mode, lane, b, control(mode, width))


@given(st.sampled_from(sorted(FUNCTIONS)), lanes, arguments, st.integers(0, 31), st.integers(0, 31))
def test_the_instruction_reads_from_the_lane_of_the_pseudo_code(
    mode: str, lane: int, b: int, clamp: int, segment: int
) -> None:
    c = segment << 8 | clamp
    assert source_lane(mode, lane, b, c)[0] == by_pseudo_code(mode, lane, b, c)
