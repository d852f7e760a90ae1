"""A copy or fill of no bytes touches nothing, so no pointer is wrong for it, whether its size is known or an input."""

import pytest

from cudabmc import Verdict, verify

PROGRAM = """#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_assume(int);
int main(void) {{
    char h[16] = {{0}}, *d, *gone, *unset;
    cudaMalloc((void **)&d, 16);
    cudaMemset(d, 0, 16);
    gone = (char *)malloc(16);
    memset(gone, 0, 16);
    free(gone);
    unsigned n = {size};
    {limit}
    {call};
    return 0;
}}
"""

CALLS = {
    "null-dereference": ["memset((char *)0, 1, n)", "memcpy(h, (char *)0, n)", "cudaMemset((char *)0, 1, n)"],
    "use-after-free": ["memset(gone, 1, n)", "memmove(h, gone, n)", "memcpy(gone, h, n)"],
    "uninitialised-use": ["memset(unset, 1, n)", "cudaMemcpy(h, unset, n, cudaMemcpyDeviceToHost)"],
    "bounds": ["memset(h + 16, 1, n)", "memcpy(h + 20, h, n)", "cudaMemset(d + 16, 1, n)"],
    "invalid-pointer": ['memset((char *)"a text", 1, n)'],
    "memory-space": ["memset(d, 1, n)", "memcpy(h, d, n)"],
}
CASES = [(prop, call) for prop, calls in CALLS.items() for call in calls]


def violated(size: str, limit: str, call: str) -> tuple[Verdict, set[str]]:
    result = verify(PROGRAM.format(size=size, limit=limit, call=call))
    return result.verdict, {v.prop for v in result.violations}


@pytest.mark.parametrize(("prop", "call"), CASES)
def test_no_bytes_are_no_access(prop: str, call: str) -> None:
    assert violated("0", "", call) == (Verdict.SUCCESSFUL, set())
    assert violated("__VERIFIER_nondet_uint()", "__VERIFIER_assume(n < 1);", call) == (Verdict.SUCCESSFUL, set())


@pytest.mark.parametrize(("prop", "call"), CASES)
def test_a_byte_is(prop: str, call: str) -> None:
    for size, limit in (("1", ""), ("__VERIFIER_nondet_uint()", "__VERIFIER_assume(n < 4);")):
        verdict, found = violated(size, limit, call)
        assert verdict is Verdict.FAILED
        assert prop in found
