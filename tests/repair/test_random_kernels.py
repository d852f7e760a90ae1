"""Random kernels from which a barrier is taken away: what is suggested makes them free of races again."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cudabmc
from cudabmc.result import Verdict

THREADS = 4
INDEX = st.sampled_from(["t", f"(t + 1) % {THREADS}", f"{THREADS - 1} - t", f"(t + 2) % {THREADS}"])
STEPS = st.builds(lambda to, index, more: f"{to}[t] = {'r' if to == 's' else 's'}[{index}] + {more};",
                  st.sampled_from("sr"), INDEX, st.integers(0, 9))  # fmt: skip
BARRIER = "__syncthreads();"


def kernel(lines: list[str]) -> str:
    body = "\n".join(f"    {line}" for line in lines)
    return f"""
__global__ void k(int *a)
{{
    __shared__ int s[{THREADS}], r[{THREADS}];
    int t = threadIdx.x;
    s[t] = r[t] = a[t];
    {BARRIER}
{body}
    a[t] = s[t] + r[t];
}}
int main() {{ int *d; cudaMalloc(&d, 64); cudaMemset(d, 0, 64); k<<<1, {THREADS}>>>(d); }}
"""


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEPS, min_size=2, max_size=4), st.data())
def test_a_kernel_that_lacks_a_barrier_is_repaired(steps: list[str], data: st.DataObject) -> None:
    lines = [line for step in steps for line in (step, BARRIER)]
    assert cudabmc.verify(source=kernel(lines)).verdict is Verdict.SUCCESSFUL
    gone = data.draw(st.sampled_from([number for number, line in enumerate(lines) if line == BARRIER]))
    text = kernel(lines[:gone] + lines[gone + 1 :])
    result = cudabmc.verify(source=text, suggest=True)
    if result.verdict is Verdict.SUCCESSFUL:  # it was not needed
        assert result.suggestion is None
        return
    assert result.suggestion is not None and result.suggestion.found, (text, result.suggestion)
    repaired = text.splitlines(keepends=True)
    for piece in reversed(result.suggestion.lines):
        repaired[piece.first - 1 : piece.last] = [piece.text]
    assert cudabmc.verify(source="".join(repaired), native=False, context_bound=3).verdict is Verdict.SUCCESSFUL
