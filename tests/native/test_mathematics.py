"""Mathematical functions give the bits and the sentences of the report that the models give."""

import math
from pathlib import Path

import pytest

from cudabmc.goto.program import Call
from cudabmc.native import models, watch
from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from opmodels import registry
from tests.native.answers import compare as compare_host
from tests.native.kernels.answers import compare

POINTS = (
    0.0, -0.0, 1.0, -1.0, 2.0, 0.5, -0.75, 3.1415927, -2.5, 38.5, -46.0, 88.8, 1e-40, 3e38, -3e38, 1.2e38, 9e37,
    math.inf, -math.inf, math.nan,
)  # fmt: skip

STORED = {
    "double": ("sincos({0}, &a, &b)", "sincospi({0}, &a, &b)", "a = modf({0}, &b)", "a = frexp({0}, &n)"),
    "float": ("sincosf({0}, &a, &b)", "sincospif({0}, &a, &b)", "a = modff({0}, &b)", "a = frexpf({0}, &n)"),
}
"""Functions that store a result."""

OPERATORS = ("labs((long)({0} / 1e30f))", "rsqrt{1}({0})", "rcbrt{1}({0})", "hypotf({0}, 2.5f)", "norm3df({0}, 1, {0})")
"""Functions that are a few operators, and calls of others."""

CALLS = [(kind, f"a = {call}") for kind in STORED for call in OPERATORS]

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


def test_a_form_is_that_of_a_model() -> None:
    """A form under a declaration that no model has would never be used."""
    for signature in (*models._FORMS, *models.RANDOM):
        assert registry.shipped(signature).signature == signature


STATEMENTS = [
    (kind, statement.format("x[i]", "f" if kind == "float" else ""))
    for kind, statement in (*((kind, one) for kind, several in STORED.items() for one in several), *CALLS)
]


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("kind", "statement"), STATEMENTS)
def test_host_code_has_the_bits_of_models_that_are_steps(
    kind: str, statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No call of these goes back to Python."""
    monkeypatch.setattr(watch, "WORTH", 0)
    source = tmp_path / "steps.cu"
    source.write_text(f"""#include <math.h>
#include <stdio.h>
#include <string.h>
#define N {len(POINTS)}
static unsigned long long bits(double a) {{ unsigned long long b; memcpy(&b, &a, 8); return b; }}
int main() {{
    {kind} x[N] = {{{", ".join(map(written, POINTS))}}};
    for (int i = 0; i < N; i++) {{
        {_body(kind, statement)}
        printf("%llx %llx %d\\n", bits(a), bits(b), n);
    }}
}}
""")
    options = Options()
    program = load([str(source)], options)
    answer, pieces = compare_host(program, options)
    assert answer.answer.verdict == "SUCCESSFUL"
    assert pieces > 0
    main = program.functions["main"]
    calls = [i for i in main.body if isinstance(i, Call) and isinstance(i.callee, str) and i.callee in statement]
    assert calls
    assert all(models.native_form(i, random_is_known=False) or models.steps_of(i, main) for i in calls)


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("kind", "statement"), STATEMENTS)
def test_kernels_have_the_bits_of_models_that_are_steps(
    kind: str, statement: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)
    source = tmp_path / "steps.cu"
    source.write_text(f"""#include <cuda_runtime.h>
#include <math.h>
#define N {len(POINTS)}
__global__ void compute({kind} *to, int *number, const {kind} *x) {{
    int i = threadIdx.x;
    {_body(kind, statement)}
    to[i] = a;
    to[N + i] = b;
    number[i] = n;
}}
int main() {{
    {kind} x[N] = {{{", ".join(map(written, POINTS))}}}, *in, *out;
    int *number;
    cudaMalloc(&in, sizeof(x));
    cudaMalloc(&out, 2 * sizeof(x));
    cudaMalloc(&number, N * sizeof(int));
    cudaMemcpy(in, x, sizeof(x), cudaMemcpyHostToDevice);
    compute<<<1, N>>>(out, number, in);
    cudaDeviceSynchronize();
}}
""")
    options = Options(no_check=("invalid-pointer",))
    answer, taken = compare(load([str(source)], options), options)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 1)


def _body(kind: str, statement: str) -> str:
    return f"{kind} a = 0, b = 0; int n = 0; {statement};"
