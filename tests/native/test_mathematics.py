"""Mathematical functions give the bits and the sentences of the report that the models give."""

import math
from pathlib import Path

import pytest

from cudabmc.native import models
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import compare

POINTS = (
    0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.75, 3.1415927, -2.5, 38.5, -46.0, 88.8, 1e-40, 3e38, -3e38, 1.2e38, 9e37,
    math.inf, -math.inf, math.nan,
)  # fmt: skip

SIGNATURES = sorted(
    signature for signature, form in models._FORMS.items()
    if form in models.SCALAR_FORMS and form not in models.RANDOM.values()
)  # fmt: skip


def written(value: float) -> str:
    """A float as CUDA has it."""
    return "NAN" if math.isnan(value) else f"{'-' if value < 0 else ''}INFINITY" if math.isinf(value) else repr(value)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_function_has_the_bits_of_its_model(
    signature: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    kind, name = signature.split("(")[0].split()
    call = f"{name}(x[i], x[j])" if "," in signature else f"{name}(x[i])"
    source = tmp_path / "mathematics.cu"
    source.write_text(f"""#include <cuda_runtime.h>
#include <math.h>
#define N {len(POINTS)}
__global__ void compute({kind} *to, const {kind} *x) {{
    int i = threadIdx.x, j = blockIdx.x;
    to[j * N + i] = {call};
}}
int main() {{
    {kind} x[N] = {{{", ".join(map(written, POINTS))}}}, *in, *out;
    cudaMalloc(&in, sizeof(x));
    cudaMalloc(&out, N * sizeof(x));
    cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
    compute<<<{"N" if "," in signature else "1"}, N>>>(out, in);
    cudaDeviceSynchronize();
}}
""")
    options = Options(no_check=("invalid-pointer",))
    answer, taken = compare(load([str(source)], options), options)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)
