"""Kernels in which nothing conflicts run at once, and those in which threads conflict do not."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, answer, compare

PACKED = """
struct __attribute__((packed)) Odd { short before; int value; };
struct __attribute__((packed)) Shifted { short before; int value; short after; };
"""

HEAD = """#include <cuda_runtime.h>
#include <stdio.h>
struct Pair { int first, second; };
__constant__ int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__device__ int deep(int v) { return v < 2 ? 1 : v * deep(v - 1); }
__device__ int twice(int v) { int w[2] = {v, v}; return w[v & 1] + w[0]; }
"""

KERNEL = """__global__ void k{number}(int *a, int *b, struct Pair *p, unsigned char *c, float *f, int n) {{
    __shared__ int s[8]; __shared__ struct Pair q[8]; extern __shared__ int d[]; extern __shared__ int e[];
    int t = threadIdx.x, g = blockIdx.x * 8 + t;
    {text}
}}
"""

MAIN = """int main(void) {{
    int *a, *b; struct Pair *p; unsigned char *c; float *f;
    cudaMalloc((void **)&a, 64 * 4); cudaMemset(a, 0, 64 * 4);
    cudaMalloc((void **)&b, 64 * 4); cudaMemset(b, 1, 64 * 4);
    cudaMalloc((void **)&p, 64 * 8); cudaMemset(p, 2, 64 * 8);
    cudaMalloc((void **)&c, 64); cudaMemset(c, 200, 64);
    cudaMalloc((void **)&f, 64 * 4); cudaMemset(f, 0, 64 * 4);
    {launches}
    cudaDeviceSynchronize();
    return 0;
}}
"""

WITHOUT_CONFLICT = [
    "s[t] = g; __syncthreads(); a[g] = s[t ^ 1]; __syncthreads(); s[t] = a[g] + 1; __syncthreads(); a[g] += s[7 - t];",
    "q[t] = p[g]; q[t].first += 1; __syncthreads(); p[g] = q[t ^ 1]; p[g].second = t;",
    "int w[4] = {t, 1, 2, 3}; s[t] = t; __syncthreads(); w[1] += s[t ^ 1]; __syncthreads(); a[g] = w[0] * 9 + w[1];",
    "int v = 0; for (int m = 0; m < n; m++) { s[t] = m + g; __syncthreads(); v += s[(t + m) & 7]; __syncthreads(); }"
    " a[g] += v;",
    "struct Pair u, w; u.second = g; w = u; q[t] = w; __syncthreads(); a[g] += q[t ^ 1].second;",
    "if (t > 3) return; a[g] += t;",
    "int m = 0; while (m < t) m++; __syncthreads(); a[g] += m;",
    "int v = 0; for (int m = 0; m < 8; m++) { v = m; if (m == t) break; } __syncthreads(); a[g] += v;",
    "int v = n; s[t] = 1; __syncthreads(); v += 3; a[g] = v; __syncthreads(); a[g] += v * s[0];",
    "int v = n; if (t > 2) v = 7; __syncthreads(); a[g] += v;",
    "int v = s[t] = g; __syncthreads(); v += 2; __syncthreads(); a[g] += v;",
    "atomicAdd(&b[0], g); atomicAdd(&b[n & 1], 1);",
    "atomicAdd_block(&b[g], g); __syncthreads(); if (t == n) a[g] = 5;",
    "if (t == 0) s[0] = 0; __syncthreads(); atomicAdd(&s[0], t); __syncthreads(); a[g] += s[0];",
    "if (t == 0) s[0] = 0; __syncthreads(); for (int m = 0; m < n; m++) { atomicOr(&s[0], m << t); __syncthreads();"
    " atomicAdd(&s[0], t); __syncthreads(); atomicMax(&s[0], g); __syncthreads(); } a[g] += s[0];",
    "if (g == 1) a[0] += s[1] = n; b[g] = c[g] + 60;",
    "int *r = a + 8; r[(int)blockIdx.x * 8 + t - 8] += 1; r = t < n ? a + 2 : a; b[g] = r == a; b[g] += r - a;",
    "d[t] = g; __syncthreads(); e[7 - t] += n; __syncthreads(); a[g] += d[t ^ 3];",
    "a[g] += table[t] + twice(t) + twice(g);",
    "int v = a[g]; a[g] = v + 1; a[g] += 2; b[g] = a[g] - v;",
    "int v = b[g], w = v + 1; v = v * 2; a[g] = w; v += w; a[g] += v; w = 5; a[g] ^= w;",
    "for (int m = 0; m < 3; m++) { int w[2]; w[m & 1] = m; w[~m & 1] = g; a[g] += w[0] * 3 + w[1]; }",
    "f[g] = n; f[g] += 0.1f; f[g] *= 3; f[g] = f[g] * 16777217.0f + t;",
    "c[g] += 100; c[g] = c[g] * 3 - g; a[g] = (signed char)c[g] < 0;",
    "int v = t; for (int m = 0; m < 3; m++) { int w = v; v = m; a[g] += w; if (v != w) a[g] += 2; }",
    "if (blockIdx.x == 1) { a[t] = 1; __syncthreads(); b[7 - t] = a[7 - t]; }",
    "int v = 0; for (int m = blockIdx.x; m < 3; m++) { s[t] = v; __syncthreads(); v += s[7 - t] + m; __syncthreads(); }"
    " a[g] += v;",
    "unsigned v = n; v -= 4; a[g] = v > 100u; a[g] += (int)v < 0; a[g] += (int)v >> 1; a[g] += v / 3 + (int)v % 5;",
    "a[g] = -1 - t; b[g] = (unsigned)a[g] > 5u;",
    "p[g] = p[20 + g]; a[g] = p[40 + g].second;",
    "int v = blockIdx.x * 3; __syncthreads(); for (int m = 0; m < t; m++) v += 2; a[g] += v;",
    "int v = 0; for (int m = 0; m < 2; m++) { v += m + 1; __syncthreads(); while (v < 9) v += 2; a[g] += v; }",
    "int v = (blockIdx.x ^ 5) / 2; if (t == 2) v = 9; a[g] += v;",
    "bool v = t > n, w = !v; if (w) a[g] += 1; if (!w) a[g] += 2; if (v && g > 9) a[g] += 4;",
    "union { int i; float f; } u; u.i = t << 23; f[g] = u.f;",
    "int v[6]; memset(v, t, sizeof v); v[t % 6] = 1; a[g] = v[0] + v[5];",
    "memset(a + g, 1, 4); b[g] = a[g];",
    "((char *)a)[g] = 3; if (n > 5) a[g] = 1;",
    "int *r; if (t < n) r = a; else if (t > n) r = b; if (t != n) r[g] = g;",
    "struct Pair z[2]; z[0].first = z[1].first = 0; while (z[0].first < 9) z[0].first += 2; a[g] = z[0].first;",
    "((char *)a)[g * 4] = 3; b[g] = a[g];",
    "volatile int *v = a; v[g] = t; v[g] = v[g] + 1;",
    "int *r[2] = {a, b}; r[t & 1][g] = g; r[0] = r[1]; a[40 + g] = r[0] == b;",
    "((struct Pair *)f)[g] = p[g]; f[40 + g] = 1.5f; p[40 + g].first = 3;",
]
"""What 16 threads in two blocks of eight do without conflict."""

CONFLICTS = [
    "s[t] = t; a[g] = s[t ^ 1];",
    "s[t] = t; __syncthreads(); b[g] = s[(t + 1) & 7]; s[t] = 1;",
    "a[g] = 0; b[g] = a[g ^ 1];",
    "b[g] = a[(g + 1) & 15]; a[g] = 1;",
    "b[g] = a[g & 8]; if (t == 7) a[g - 7] = 1;",
    "a[g >> 1] = t;",
    "a[t] = g;",
    "s[t >> 1] = t;",
    "if (g == 9) a[0] = 1; else b[g] = a[0];",
    "if (g == 0) a[0] = 1; __syncthreads(); if (g == 8) b[0] = a[0];",
    "if (g == 0) b[0] = a[0]; __syncthreads(); if (g == 8) a[0] = 1;",
    "if (t == 0) b[g] = a[0]; __syncthreads(); if (g == 8) a[0] = 1;",
    "if (g == 0) a[0] = 1; __syncthreads(); if (g == 8) a[0] = 1 + g;",
    "p[g] = p[g ^ 1]; p[g].first += 1;",
    "p[g & 14] = p[20 + g]; p[20 + g].first = 1;",
    "q[t] = p[g]; p[20 + g] = q[t ^ 1]; p[20 + g].first = q[t].first;",
    "b[g] = p[20 + (g ^ 1)].first; p[20 + g] = p[g];",
    "a[40 + g] = atomicAdd(&a[t], 1) * 0; b[g] = a[t & 1];",
    "atomicAdd(&a[0], 1); if (g == 3) a[0] = 1;",
    "atomicAdd(&a[0], 1); __syncthreads(); b[g] = a[0];",
    "if (t == 0) b[g] = a[g & 7]; __syncthreads(); atomicAdd(&a[0], 1);",
    "if (t == 0) s[0] = 0; __syncthreads(); atomicAdd(&s[0], 1); a[g] = s[0];",
    "if (t == 0) s[0] = 0; __syncthreads(); if (t) atomicAdd(&s[0], 1); else a[g] = s[0];",
    "for (int m = 0; m < 2; m++) { s[t] = m; __syncthreads(); a[g] += s[t ^ 1]; }",
    "d[t] = 1; e[t ^ 1] = 2 + t;",
    "int v = a[g]; a[(g + 1) & 15] = v;",
    "a[g] = a[(g + 1) & 15];",
    "s[t] = t; s[t] += s[7 - t];",
    "s[t] = t; if (t) a[g] = s[t - 1];",
    "a[g] = t; if (t) b[g] = a[g - 1];",
    "if (t == 0) s[0] = 0; __syncthreads(); if (t == 0) atomicAdd(&s[0], 1); if (t == 7) a[g] = s[0];",
    "a[g] = 1; b[g] = a[15 - g];",
    "p[g >> 1] = p[20 + g]; a[g] = p[40 + g].first;",
    "atomicAdd(&p[n].first, 1); q[t] = p[t]; a[g] = q[t].first;",
]
"""What they must not do. Each is a race, at this line."""

AT_ONCE = 5
"""So many of them are in one program: each is confirmed by running it again."""

BY_ORDER = [
    "if (t == 0) b[g] = atomicAdd(&a[0], 1);",
    "if (g == 0) atomicAdd(&a[0], 1); if (g == 8) atomicMax(&a[0], 1);",
    "if (t == 0) s[0] = 0; __syncthreads(); atomicOr(&s[0], t); __syncthreads();"
    " if (t == 1) atomicAdd(&s[0], 1); if (t == 6) atomicOr(&s[0], 1); __syncthreads(); a[g] = s[0];",
    "if (t == 0) s[0] = 0; __syncthreads(); int *r = n > 5 ? a : s; if (t == 1) atomicAdd(&s[0], 1);"
    " if (t == 6) atomicOr(r, 1); __syncthreads(); a[g] = s[0];",
    "if (t == 0) s[0] = 0; __syncthreads(); int *r = n > 5 ? a : s; if (t == 1) atomicAdd(r, 1);"
    " if (t == 6) atomicOr(&s[0], 1); __syncthreads(); a[g] = s[0];",
    "if (t == 0) atomicAdd(&a[0], 1); __syncthreads(); if (t == 0) atomicMax(&a[0], g);",
    "if (t == 0) atomicExch(&a[0], g);",
    "if (t == 0) atomicCAS(&a[0], 0, g + 1);",
]
"""What is no race, and has several outcomes."""


NOT_TAKEN = [
    '{ int w[2] = {t, 1}; if (g == n) { printf("%d", g); int *r = w; if (t) r = w + 1; a[g] = *r; } b[g] = w[0]; }',
    "int v[2]; if (g < 8) v[n & 1] = 1; a[g] = v[n & 1];",
    "a[g] = (int)((size_t)s >> 20) & 1;",
    "struct Pair z; z.first = t; if (n > 5) z.second = 1; p[g] = z;",
    "a[g] = deep(t);",
    "int (*h)(int) = t > n ? deep : twice; a[g] = h(2);",
    'if (g == n) printf("%d", g);',
    "int *r = (int *)malloc(8); r[0] = g; a[g] = r[0]; free(r);",
    "b[g] = clock() < 0;",
]
"""What machine code has no words for, and is correct."""

PACKED_ELEMENTS = [
    "if (g < 8) ((struct Odd *)c)[t].value = g;",
    "if (g < 8) ((struct Shifted *)b)[t].value += ((struct Shifted *)a)[t].value;",
]
"""Integers between the elements of an array."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def compared(tmp_path: Path, *kernels: str, times: int = 1, head: str = HEAD) -> tuple[Answer, int]:
    """The answer to a program that launches all kernels, and how many launches ran at once."""
    source = tmp_path / "kernels.cu"
    texts = [KERNEL.format(number=number, text=text) for number, text in enumerate(kernels)]
    launches = [f"k{number}<<<2, 8, 32>>>(a, b, p, c, f, 3);" for number in range(len(kernels))] * times
    source.write_text(head + "".join(texts) + MAIN.format(launches="\n    ".join(launches)))
    options = Options()
    return compare(load([str(source)], options), options)


@pytest.mark.long
def test_what_does_not_conflict_is_taken_with_the_effect_that_it_has(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, *WITHOUT_CONFLICT, times=2)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 2 * len(WITHOUT_CONFLICT))


def test_what_there_are_no_words_for_is_left_to_the_machine(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, *NOT_TAKEN)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 0)


def test_elements_may_lie_anywhere(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, *PACKED_ELEMENTS, head=HEAD + PACKED)
    assert (answer.verdict, taken) == ("SUCCESSFUL", len(PACKED_ELEMENTS))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("start", range(0, len(CONFLICTS), AT_ONCE))
def test_what_conflicts_is_told(start: int, tmp_path: Path) -> None:
    chosen = CONFLICTS[start : start + AT_ONCE]
    answer, taken = compared(tmp_path, *chosen)
    first, size = HEAD.count("\n") + 4, KERNEL.count("\n")
    found = {places[0][1] for prop, places in answer.violations if prop == "data-race"}
    assert [text for number, text in enumerate(chosen) if first + size * number not in found] == []
    assert taken == 0


def test_atomics_of_one_block_do_not_reach_another(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, "atomicAdd_block(&a[0], 1);")
    assert (answer.properties, taken) == ({"data-race"}, 0)


@pytest.mark.parametrize("text", BY_ORDER)
def test_what_has_several_outcomes_has_all_of_them(text: str, tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, text)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 0)
    assert len(set(map(str, answer.memories))) > 1


def test_a_local_variable_may_be_made_any_number_of_times(tmp_path: Path) -> None:
    text = "for (int m = 0; m < 600000; m++) { int w[2]; w[m & 1] = m; a[g] = w[m & 1]; }"
    source = tmp_path / "often.cu"
    main = MAIN.format(launches="k0<<<1, 1>>>(a, b, p, c, f, 4);")
    source.write_text(HEAD + KERNEL.format(number=0, text=text) + main)
    found, taken = answer(load([str(source)], Options()), Options())
    assert (found.verdict, taken) == ("SUCCESSFUL", 1)


@pytest.mark.parametrize(
    "text",
    [
        "int *r = 0; for (int m = 0; m < 3; m++) { int w[2] = {m, m}; if (r) a[g] = *r; r = w; }",
        "int *r = 0, *s = 0; for (int m = 0; m < 3; m++) { int w[2] = {m, m}; if (m == 2) a[g] = *s; s = r; r = w; }",
        "int *r = 0; for (int m = 0; m < 3; m++) { if (m == 2) a[g] = *r; int w[2] = {m, m}; r = w; }",
        "int *r = 0; for (int m = 0; m < 3; m++) { int w[2] = {m, m}; __syncthreads(); if (r) a[g] = *r; r = w; }",
        "int *r[1]; for (int m = 0; m < 3; m++) { int w[2] = {m, m}; if (m) a[g] = *r[0]; r[0] = w; }",
    ],
)
def test_a_pointer_to_an_earlier_variable_does_not_lead_to_the_next_one(text: str, tmp_path: Path) -> None:
    found, taken = compared(tmp_path, text)
    assert (found.properties, taken) == ({"invalid-pointer"}, 0)
