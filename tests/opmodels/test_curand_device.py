"""cuRAND in kernels: what its functions return, and what they do to states, which are memory of the program."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc import Options, Verdict, verify
from cudabmc.modelapi import F32, F64, I32, Pointer
from opmodels import registry
from opmodels.libraries.curand.state import PSEUDO, StateKind
from tests.opmodels.curand_library import headers
from tests.opmodels.fake_context import FakeContext, Hidden, Violation, plain

LETTERS = {"X": PSEUDO[0], "M": PSEUDO[1], "P": PSEUDO[2]}
SEEDS = st.integers(0, 2**64 - 1)
COUNTS = st.integers(0, 2**51 - 1)  # the header has no matrices for more subsequences of MRG32k3a
SINGLE = (
    "curand", "curand_uniform", "curand_uniform_double", "curand_normal", "curand_normal_double", "curand_poisson",
    "curand_log_normal", "curand_log_normal_double",
)  # fmt: skip
SEVERAL = {
    "curand_normal2": (F32, 2), "curand_normal2_double": (F64, 2), "curand_log_normal2": (F32, 2),
    "curand_log_normal2_double": (F64, 2), "curand4": (I32, 4), "curand_uniform4": (F32, 4),
    "curand_uniform2_double": (F64, 2), "curand_normal4": (F32, 4), "curand_log_normal4": (F32, 4),
}  # fmt: skip
SKIPS = ("skipahead", "skipahead_sequence", "skipahead_subsequence")


def signature(name: str, kind: StateKind) -> str:
    return next(m.signature for m in registry.lookup(name) if f"{kind.type} *state" in m.signature)


def has(name: str, kind: StateKind) -> bool:
    return any(f"{kind.type} *state" in m.signature for m in registry.lookup(name))


class Kernel:
    """A kernel with a state."""

    def __init__(self, kind: StateKind, **how: object) -> None:
        self.kind = kind
        self.ctx = FakeContext(on_device=True, **{"arbitrary": False, **how})  # type: ignore[arg-type]
        self.state = self.ctx.buffer(bytes(kind.size))

    def init(self, seed: object, subsequence: object = 0, offset: object = 0) -> "Kernel":
        self.run("curand_init", seed, subsequence, offset, self.state)
        return self

    def run(self, name: str, *args: object) -> object:
        return self.ctx.run(signature(name, self.kind), *args)

    def draw(self, name: str, *, prefix: str = "") -> list[object]:
        rate_or_mean: tuple[float, ...] = (0.5, 0.25) if "log" in name else (7.5,) if "poisson" in name else ()
        if name not in SEVERAL:
            return [self.run(name, self.state, *rate_or_mean)]
        type, count = SEVERAL[name]
        result = self.ctx.buffer(bytes(type.size * count))
        self.run(prefix + name, result, self.state, *rate_or_mean)
        return [plain(self.ctx.load(self.ctx.add(result, type.size * number), type)) for number in range(count)]

    def bytes(self) -> bytes:
        return self.ctx.bytes_at(self.state, self.kind.size)


@pytest.fixture(scope="session")
def header(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is not installed")
    program = tmp_path_factory.mktemp("curand") / "header"
    source = Path(__file__).with_name("curand_header.cu")
    subprocess.run(["nvcc", "-w", "-O1", f"-I{headers()}", str(source), "-o", str(program)], check=True)
    return program


def of_line(line: str) -> list[object]:
    return [float.fromhex(word) if "x" in word else int(word) for word in line.split()]


@pytest.mark.parametrize("letter", LETTERS)
@settings(max_examples=20)
@given(seed=SEEDS, subsequence=COUNTS, offset=COUNTS, data=st.data())
def test_calls_return_what_those_of_the_header_do(header, letter, seed, subsequence, offset, data):
    kernel = Kernel(LETTERS[letter]).init(seed, subsequence, offset)
    names = [name for name in (*SINGLE, *SEVERAL, *SKIPS) if has(name, kernel.kind)]
    calls = data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=25))
    counts = [data.draw(st.integers(0, 9) | COUNTS) if name in SKIPS else 0 for name in calls]
    told = [f"curand_init {seed} {subsequence} {offset}", *(f"{n} {c} 0 0" for n, c in zip(calls, counts, strict=True))]
    answers = subprocess.run(
        [header, letter], input="\n".join(told), capture_output=True, text=True, check=True, timeout=20
    ).stdout.splitlines()
    for name, count, line in zip(calls, counts, answers[1:], strict=True):
        if name in SKIPS:
            kernel.run(name, count, kernel.state)
        elif "normal" in name:
            assert kernel.draw(name) == pytest.approx(of_line(line), rel=1e-5, abs=1e-5), name
        else:
            assert kernel.draw(name) == of_line(line), name


@pytest.mark.parametrize("kind", PSEUDO, ids=lambda kind: kind.type)
@given(seed=SEEDS, calls=st.lists(st.sampled_from(SINGLE + tuple(SEVERAL)), max_size=8))
def test_a_copy_of_a_state_gives_the_same_numbers(kind, seed, calls):
    kernel = Kernel(kind).init(seed, 3, 4)
    calls = [name for name in calls if has(name, kind)]
    first = [kernel.draw(name) for name in calls]
    copy = kernel.ctx.buffer(kernel.bytes())
    second = [kernel.draw(name) for name in calls]
    kernel.state = copy
    assert [kernel.draw(name) for name in calls] == second
    assert not first or kernel.init(seed, 3, 4).draw(calls[0]) == first[0]


@pytest.mark.parametrize("kind", PSEUDO, ids=lambda kind: kind.type)
def test_the_functions_of_clangs_header_return_what_those_for_c_do(kind):
    one, other = Kernel(kind).init(1, 2, 3), Kernel(kind).init(1, 2, 3)
    for name in (name for name in SEVERAL if has(name, kind)):
        assert one.draw(name) == other.draw(name, prefix="__cudabmc_"), name
    other.ctx.fill(other.state, 0, kind.size)
    with pytest.raises(Violation, match=r"^api-misuse: curand_normal2\(\) is given a state"):
        other.draw("curand_normal2", prefix="__cudabmc_")


@pytest.mark.parametrize("kind", PSEUDO, ids=lambda kind: kind.type)
@pytest.mark.parametrize("arbitrary", [False, True], ids=["known", "arbitrary"])
def test_a_state_must_be_set_by_a_generator_of_its_type(kind, arbitrary):
    others = [Kernel(other, arbitrary=arbitrary).init(1).bytes() for other in PSEUDO if other is not kind]
    for state in (bytes(kind.size), b"\xff" * kind.size, *(other.ljust(kind.size, b"\0") for other in others)):
        for name in (*SINGLE, *SEVERAL, *SKIPS):
            if has(name, kind):
                kernel = Kernel(kind, arbitrary=arbitrary)
                kernel.state = kernel.ctx.buffer(state)
                with pytest.raises(Violation, match="api-misuse"):
                    kernel.run(name, 1, kernel.state) if name in SKIPS else kernel.draw(name)


@pytest.mark.parametrize("kind", PSEUDO, ids=lambda kind: kind.type)
@pytest.mark.parametrize("arbitrary", [False, True], ids=["known", "arbitrary"])
def test_numbers_that_are_not_known_are_in_their_range_and_leave_the_state_set(kind, arbitrary):
    def chosen(type: object, label: str) -> object:
        return 0.75 if type in (F32, F64) else 2**32 - 1

    kernel = Kernel(kind, arbitrary=arbitrary, chosen=chosen).init(Hidden(7), 1, 2)
    for _ in range(3):
        for name in (*SINGLE, *SEVERAL):
            if has(name, kind):
                numbers = kernel.draw(name)
                assert set(numbers) <= {0.75, 2**32 - 1}, name
    kernel.run("skipahead", 5, kernel.state)
    assert kernel.draw("curand") == [2**32 - 1]
    assert bool([n for n in kernel.ctx.notes if "curand" in n.lower()]) is not arbitrary


@pytest.mark.parametrize("kind", PSEUDO, ids=lambda kind: kind.type)
@pytest.mark.parametrize("name", [*SINGLE, *SEVERAL, "skipahead"])
@pytest.mark.parametrize("arbitrary", [False, True], ids=["known", "arbitrary"])
def test_every_call_changes_the_state(kind, name, arbitrary):
    """So threads that share one race."""
    if has(name, kind):
        chosen = lambda type, label: 0.5 if type in (F32, F64) else 0  # noqa: E731
        kernel = Kernel(kind, arbitrary=arbitrary, chosen=chosen).init(1)
        before = kernel.bytes()
        kernel.run(name, 1, kernel.state) if name == "skipahead" else kernel.draw(name)
        assert kernel.bytes() != before


# ---------------------------------------------------------------- quasirandom numbers


def sobol(scrambling: int | None, offset: int, width: int) -> tuple[FakeContext, Pointer, str]:
    """A state over the vectors of the first dimension, whose numbers are the Gray codes of their index, mirrored."""
    ctx = FakeContext(arbitrary=False, on_device=True)
    vectors = ctx.buffer(b"".join((1 << width - 1 - bit).to_bytes(width // 8, "little") for bit in range(width)))
    type = f"curandState{'' if scrambling is None else 'Scrambled'}Sobol{width}_t"
    state = ctx.buffer(bytes((3 + width) * width // 8))
    init = next(m.signature for m in registry.lookup("curand_init") if f" {type} " in m.signature)
    ctx.run(init, vectors, *([] if scrambling is None else [scrambling]), offset, state)
    return ctx, state, type


def number(ctx: FakeContext, state: Pointer, type: str, name: str = "curand") -> object:
    return ctx.run(next(m.signature for m in registry.lookup(name) if f"({type} *state" in m.signature), state)


@pytest.mark.parametrize("width", [32, 64])
@given(offset=st.integers(0, 1000), scrambling=st.none() | st.integers(0, 2**32 - 1))
def test_sobol_numbers_are_sums_of_direction_vectors(width, offset, scrambling):
    ctx, state, type = sobol(scrambling, offset, width)
    for index in range(offset, offset + 5):
        gray = index ^ index >> 1
        mirrored = int(f"{gray:0{width}b}"[::-1], 2)
        assert number(ctx, state, type) == mirrored ^ (scrambling or 0)


@pytest.mark.parametrize("width", [32, 64])
def test_sobol_numbers_fill_the_interval(width):
    ctx, state, type = sobol(None, 1, width)
    assert [number(ctx, state, type, "curand_uniform") for _ in range(3)] == [0.5, 0.75, 0.25]
    assert number(ctx, state, type, "curand_uniform_double") == pytest.approx(0.375)
    assert number(ctx, state, type, "curand_normal_double") == pytest.approx(1.1503493804, abs=1e-6)
    assert number(ctx, state, type, "curand_normal") == pytest.approx(0.3186393640, abs=1e-6)
    skip = next(m.signature for m in registry.lookup("skipahead") if f" {type} " in m.signature)
    ctx.run(skip, 8, state)
    assert number(ctx, state, type) == int(f"{15 ^ 15 >> 1:0{width}b}"[::-1], 2)


def test_a_kernel_may_draw_from_a_state_that_need_not_be_set(tmp_path: Path) -> None:
    """Whether the state is set decides which numbers there are: none of one case is taken for one of the other."""
    program = """#include <curand_kernel.h>
__global__ void k(curandState *states, float *out) { out[0] = __expf(curand_normal(&states[0])); }
"""
    (tmp_path / "k.cu").write_text(program)
    options = Options(kernel="k", grid=(1, 1, 1), block=(1, 1, 1), no_check=("api-misuse",))
    assert verify([str(tmp_path / "k.cu")], options).verdict is Verdict.SUCCESSFUL
