"""A proof under the condition that arithmetic does not overflow is about launches that may keep to it."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cudabmc import Options, Result, verify
from cudabmc.prover.launch import WARP_SIZE
from cudabmc.result import ProofOutcome

PROVED, FAULTY = ProofOutcome.PROVED, ProofOutcome.FAULTY


def proved(folder: Path, text: str, **options: object) -> Result:
    file = folder / "k.cu"
    file.write_text(text)
    return verify(str(file), Options(frontend="c"), prove=True, **options)


@pytest.mark.parametrize(
    "body",
    [
        "unsigned h = (threadIdx.x + 7u) * 2654435761u; a[h >> 30] = 1;",
        "unsigned h = threadIdx.x * 2654435761u; a[h >> 28] = 1;",
        "__shared__ int s[64]; unsigned h = (threadIdx.x + 7u) * 2654435761u; s[h >> 20] = 1;",
    ],
)
def test_a_hash_that_overflows_in_every_launch_of_a_warp_is_no_proof(body: str, tmp_path: Path) -> None:
    (proof,) = proved(tmp_path, f"__global__ void k(int *a) {{ {body} }}").proofs
    assert proof.outcome is FAULTY


@given(st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
@example(2654435761, 0)
@example(2**27, 2**27)
@example(2**27 - 1, 0)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
def test_what_is_proved_holds_of_a_warp(tmp_path: Path, factor: int, offset: int) -> None:
    text = f"__global__ void k(int *a) {{ unsigned i = threadIdx.x * {factor}u + {offset}u; a[i] = 1; }}"
    (proof,) = proved(tmp_path, text).proofs
    indices = {(thread * factor + offset) % 2**32 for thread in range(WARP_SIZE)}
    assert proof.outcome is not PROVED or len(indices) == WARP_SIZE


@pytest.mark.parametrize(
    ("kernel", "launch"),
    [
        ("unsigned i = threadIdx.x * n; a[i] = 1;", "k<<<1, 64>>>(a, 1u << 30)"),
        ("unsigned i = blockIdx.x * 64u * 1048576u + threadIdx.x; if (i < n) a[i] = 1;", "k<<<65, 64>>>(a, 64u)"),
        ("unsigned x = threadIdx.x, y = blockIdx.y; a[y * n + x] = 1;", "k<<<dim3(1, 3), 64>>>(a, 1u << 31)"),
        ("int i = (int)(threadIdx.x * (long long)n); if (i >= 0) a[i] = 1;", "k<<<1, 64>>>(a, 1u << 30)"),
    ],
)
def test_what_the_launches_of_a_program_break_is_no_precondition(kernel: str, launch: str, tmp_path: Path) -> None:
    text = f"__global__ void k(int *a, unsigned n) {{ {kernel} }}\n"
    (alone,) = proved(tmp_path, text).proofs
    assert alone.outcome is PROVED and any(" in line 1 of k.cu" in one for one in alone.preconditions)
    (proof,) = proved(tmp_path, f"{text}int main() {{ int *a; cudaMalloc(&a, 1000); {launch}; }}").proofs
    assert proof.outcome is FAULTY
    launched = launch.replace("1u << 30", "2").replace("1u << 31", "64").replace("65,", "1,")
    (proof,) = proved(tmp_path, f"{text}int main() {{ int *a; cudaMalloc(&a, 1000); {launched}; }}").proofs
    assert proof.outcome is PROVED


def test_what_options_exclude_is_no_precondition(tmp_path: Path) -> None:
    text = "__global__ void k(int *a, unsigned n) { unsigned i = threadIdx.x * n; a[i] = 1; }"
    (proof,) = proved(tmp_path, text, kernel=("k",), block="64", arg=("n=1073741824",)).proofs
    assert proof.outcome is FAULTY
    (proof,) = proved(tmp_path, text, kernel=("k",), block="4", arg=("n=1073741823",)).proofs
    assert proof.outcome is PROVED


def test_threads_that_launches_do_not_have_tell_nothing(tmp_path: Path) -> None:
    index = "unsigned i = threadIdx.x * 536870912u; a[i] = 1;"
    (proof,) = proved(tmp_path, f"__global__ void k(int *a) {{ {index} }}").proofs
    assert proof.outcome is not PROVED
    required = "#include <cudabmc.h>\n__global__ void k(int *a) { cudabmc_requires(blockDim.x <= 8); "
    (proof,) = proved(tmp_path, f"{required}{index} }}").proofs
    assert proof.outcome is PROVED
