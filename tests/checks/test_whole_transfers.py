"""Transfers of whole objects whose size depends on inputs take one step, however large these are."""

import pytest

from cudabmc import Result, Verdict, verify

HEAD = """#include <assert.h>
#include <stdlib.h>
#include <string.h>
extern "C" { int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int); }
"""
COUNT = "int n = __VERIFIER_nondet_int(); if (n < 8 || n > {}) return 0; size_t size = n * sizeof(int);"
PLACE = "int i = __VERIFIER_nondet_int(); __VERIFIER_assume(i >= 0 && i < n);"
DEVICE = "int *d; cudaMalloc(&d, size);"
ZERO = "int *h = (int *)calloc(n, sizeof(int));"
HOST = "int *h = (int *)malloc(size);"


TO, BACK = "cudaMemcpy(d, h, size, cudaMemcpyHostToDevice);", "cudaMemcpy(h, d, size, cudaMemcpyDeviceToHost);"
ONES = f"{DEVICE} cudaMemset(d, 1, size); {HOST} {BACK} {PLACE}"
SIX = "int x; cudaMemcpy(&x, d + 6, 4, cudaMemcpyDeviceToHost);"


def of(main: str, most: int) -> Result:
    return verify(f"{HEAD}int main() {{ {COUNT.format(most)} {main} return 0; }}\n", timeout=60)


@pytest.mark.parametrize(
    "main",
    [
        f"{ONES} assert(h[i] == 0x01010101);",
        f"{ZERO} h[3] = 7; {DEVICE} {TO} h[3] = 8; {BACK} {PLACE} assert(h[i] == (i == 3 ? 7 : 0));",
        f"{HOST} h[6] = 5; {DEVICE} {TO} {SIX} assert(x == 5);",
        f"{HOST} int *g = (int *)malloc(size); memcpy(g, h, size); {PLACE} int x = g[i] - h[i]; assert(x == 0);",
    ],
)
def test_contents_arrive(main: str) -> None:
    result = of(main, 1 << 28)
    assert result.verdict is Verdict.SUCCESSFUL, (result.reason, result.violations)


@pytest.mark.parametrize(
    ("main", "prop"),
    [
        (f"{ONES} assert(h[i] == 1);", "assertion"),
        (f"{HOST} {DEVICE} {TO} {BACK} if (h[5]) return 1;", "uninitialised-use"),
        (f"{HOST} h[5] = 1; {DEVICE} {TO} {SIX} if (x) return 1;", "uninitialised-use"),
        (
            f"{ZERO} {DEVICE} int k = __VERIFIER_nondet_int(); cudaMemset(d, 0, size);"
            f" if (k == 3) cudaMemset(d, 1, size); {BACK} assert(h[7] == 0);",
            "assertion",
        ),
    ],
)
def test_what_is_wrong_with_them_is_reported(main: str, prop: str) -> None:
    result = of(main, 16)
    assert [violation.prop for violation in result.violations] == [prop], result.reason
    assert all(violation.replayed for violation in result.violations)
