"""Kernels whose lanes meet run at once, with the effect that they have in the interpreter; faults are left to it."""

from pathlib import Path

import pytest

from cudabmc.native.kernels import at_once
from cudabmc.options.table import Options
from cudabmc.verification.pipeline import load
from tests.native.kernels.answers import Answer, compare

HEAD = """#include <cuda_runtime.h>
__device__ int sum(unsigned mask, int v, int width) {
    for (int o = width / 2; o > 0; o /= 2) v += __shfl_xor_sync(mask, v, o);
    return v;
}
"""

KERNEL = """__global__ void k{number}(int *a, float *f, long long *l, double *d, int n) {{
    __shared__ int s[80]; __shared__ int c;
    int t = threadIdx.x + 8 * threadIdx.y, g = blockIdx.x * 80 + t, lane = t & 31, w = t / 32;
    unsigned all = w == 2 ? 0xffff : 0xffffffff;
    {text}
}}
"""

MAIN = """int main(void) {{
    int *a; float *f; long long *l; double *d;
    cudaMalloc((void **)&a, 160 * 4); cudaMemset(a, 0, 160 * 4);
    cudaMalloc((void **)&f, 160 * 4); cudaMemset(f, 0, 160 * 4);
    cudaMalloc((void **)&l, 160 * 8); cudaMemset(l, 1, 160 * 8);
    cudaMalloc((void **)&d, 160 * 8); cudaMemset(d, 0, 160 * 8);
    {launches}
    cudaDeviceSynchronize();
    return 0;
}}
"""

WITHOUT_CONFLICT = [
    "a[g] = __shfl_sync(all, g, 3) + __shfl_up_sync(all, t, 2) * 9 + __shfl_xor_sync(all, g, 5) * 7;",
    "int v = lane < 15 ? 1 : 0; a[g] = __shfl_down_sync(all, g, v) + __shfl_sync(all, g, lane ^ 1, 4);",
    "a[g] = __shfl_up_sync(all, g, 3, 8) * 100 + __shfl_down_sync(all, t, 3, 8) + __shfl_xor_sync(all, t, 13, 4);",
    "a[g] = __shfl_sync(all, g, -1, 2) + __shfl_sync(all, g, 35, 16);",
    "f[g] = __shfl_xor_sync(all, (float)g * 0.1f, 1); d[g] = __shfl_up_sync(all, g * 0.1, 1);",
    "l[g] = __shfl_xor_sync(all, l[g] * g, 3); a[g] = (int)__shfl_sync(all, (unsigned long long)-g, 7) >> 1;",
    "a[g] = sum(all, g, 16);",
    "if (lane < 16) a[g] = sum(0xffff, g, 16); else if (w < 2) a[g] = sum(0xffff0000, g, 8) * 3;",
    "a[g] = __ballot_sync(all, t & 1) ^ __ballot_sync(all, n); a[g] += __popc(__ballot_sync(all, g % 3));",
    "a[g] = __any_sync(all, t == 3) + 2 * __all_sync(all, n) + 4 * __any_sync(all, 0) + 8 * __all_sync(all, t - 3);",
    "a[g] = __reduce_add_sync(all, (unsigned)g) + __reduce_min_sync(all, t - 40) + __reduce_max_sync(all, 5 - t);",
    "unsigned v = 5u - t; a[g] = __reduce_min_sync(all, v) ^ __reduce_max_sync(all, v) ^ __reduce_xor_sync(all, v);",
    "unsigned v = 5u + t; a[g] = __reduce_and_sync(all, v | 8) + __reduce_or_sync(all, v) * 2;",
    "a[g] = __match_any_sync(all, t % 5); l[g] = __match_any_sync(all, (float)(t / 4) * 0.5f);",
    "a[g] = __match_any_sync(all, -1LL * (t & 3)) + __match_any_sync(all, t < 7 ? -1 : n);",
    "a[g] = __syncthreads_count(t > n) + 100 * __syncthreads_and(t < 80) + 1000 * __syncthreads_or(t == 81);",
    "if (n > 2) { s[t] = t; if (__syncthreads_or(t == 2)) a[g] = s[79 - t]; }",
    "s[t] = t; __syncwarp(); a[g] = s[t ^ 1]; __syncwarp(); s[t] = g; __syncwarp(); a[g] += s[t ^ 2];",
    "s[t] = t; __syncwarp(all); for (int o = 8; o > 0; o /= 2) { if (lane < o) s[t] += s[t + o]; __syncwarp(all); }"
    " a[g] = s[w * 32];",
    "s[t] = t; for (int o = 1; o < 16; o *= 2) { __syncwarp(all); int v = lane >= o ? s[t - o] : 0; __syncwarp(all);"
    " s[t] += v; } a[g] = s[t];",
    "unsigned q = 15u << (lane & ~3); s[t] = g; __syncwarp(q); a[g] = s[t ^ 3]; __syncwarp(q); s[t ^ 1] = n;"
    " __syncwarp(q); a[g] += s[t];",
    "if (lane < 8) { s[t] = t; __syncwarp(0xff); a[g] = s[t ^ 1]; } __syncwarp(all);"
    " if (lane < 8) s[t ^ 7] = 1; __syncwarp(all); if (lane == 9) a[g] = s[t - 9];",
    "if (lane == 3) s[w] = g; __syncwarp(all); a[g] = s[w]; __syncwarp(all); if (lane == 5) s[w] = t;"
    " __syncwarp(all); a[g] += s[w]; __syncthreads(); a[g] += s[(w + 1) % 3];",
    "if (lane == 0) s[w] = 0; __syncwarp(all); atomicAdd(&s[w], t); __syncwarp(all); a[g] = s[w]; __syncwarp(all);"
    " if (lane == 1) s[w] += 5; __syncwarp(all); atomicAdd(&s[w], 3); __syncwarp(all); a[g] += s[w];",
    "if (lane > 20) return; s[t] = t; __syncwarp();"
    " a[g] = s[lane == 20 ? t : t < 64 ? t ^ 1 : t]; a[g] += __ballot_sync(all, 1);",
    "if (lane & 1) return; a[g] = __shfl_down_sync(all, t, 2, 2);",
    "a[g] = __shfl_sync(lane & 1 ? all : all & 0x55555555, t, 1, 1);",
    "if (lane < 4) { __syncwarp(0xf); a[g] = 1; } else if (lane < 8) { __syncwarp(0xf0); a[g] = 2; } else a[g] = 3;",
    "if (lane & 1) __syncwarp(all); else __syncwarp(all); a[g] = t;",
    "int v = g; if (lane & 1) v = __shfl_xor_sync(all, v, 1); else v = __shfl_xor_sync(all, v * 3, 1); a[g] = v;",
    "a[g] = __activemask(); if (t & 4) a[g] ^= __activemask(); else a[g] += __activemask();",
    "if (lane > 3) { if (lane > 9) a[g] = __activemask(); a[g] += __activemask(); } a[g] += __activemask();",
    "for (int m = 0; m < n; m++) { s[t] = m; __syncthreads(); a[g] += sum(all, s[79 - t], 4); __syncthreads(); }",
    "int m = 0; while (__any_sync(all, m < t % 7)) { m++; s[t] = m; __syncwarp(); a[g] += s[t ^ 1]; __syncwarp(); }",
    "if (t == 0) c = n; __syncthreads(); a[g] = c + __shfl_sync(all, c, 2); __syncwarp();"
    " a[g] += c; __syncwarp(); if (t == 79) a[g] += c;",
    "a[blockIdx.x * 80 + (t ^ 1)] = t; __syncwarp(); a[g] += 1; __syncwarp(); a[blockIdx.x * 80 + (t ^ 3)] *= 2;",
    "int v[2] = {t, g}; a[g] = __shfl_xor_sync(all, v[t & 1], 1); __syncwarp(); a[g] += v[0];",
    "struct { int x; float y; } q = {g, 0.5f}; q.x = __shfl_xor_sync(all, q.x, 3); a[g] = q.x; f[g] = q.y;",
    "const int *p = t & 1 ? a : s; s[t] = 3; __syncwarp(); int v = __shfl_xor_sync(all, g, 1); a[g] = v + (p == s);",
    "a[g] = __shfl_xor_sync(all, lane ? g : -g, 1) + __shfl_xor_sync(all, g, lane & 0);",
]  # fmt: skip
"""What 160 threads in two blocks of 8 x 10 do without conflict: the last warp of a block has 16."""

CONFLICTS = [
    "s[t] = t; a[g] = s[t ^ 1];",
    "s[t] = t; int v = __shfl_xor_sync(all, t, 1); a[g] = s[t ^ 1] + v;",
    "s[t] = t; __ballot_sync(all, 1); a[g] = s[t ^ 1];",
    "s[t] = t; __syncwarp(); a[g] = s[(t + 32) % 80];",
    "s[t] = t; __syncwarp(); a[g] = s[t ^ 1]; s[t] = 1;",
    "s[t] = t; __syncwarp(); int v = s[t ^ 1]; s[t] = v;",
    "s[t] = t; __syncwarp(3u << (lane & ~1)); a[g] = s[t ^ 2];",
    "s[t] = t; if (lane < 8) __syncwarp(0xff); a[g] = s[t ^ 8];",
    "if (lane == 0) { s[w] = 5; return; } __syncwarp(); a[g] = s[w];",
    "if (lane == 0) s[w] = 0; __syncwarp(); atomicAdd(&s[w], 1); a[g] = s[w];",
    "if (lane == 0) s[w] = 0; __syncwarp(); atomicAdd(&s[w ^ 1], 1);",
    "if (lane == 0) s[w] = 0; __syncwarp(); if (lane == 1) a[g] = s[w]; __syncwarp(); if (t == 79) s[0] = 1;",
    "if (lane == 3) s[w] = 0; __syncwarp(); a[g] = s[w]; if (lane == 4) s[w] = 2;",
    "if (lane < 2) a[g] = s[lane] = 1; __syncwarp(); if (lane == 0) s[1] = 4; if (lane == 5) a[g] = s[1];",
    "if (t == 0) c = 1; __syncwarp(); if (t == 40) a[g] = c;",
    "if (t == 0) c = 1; __syncthreads(); a[g] = c; __syncwarp(); if (t == 0) c = 2;",
    "if (t == 0) c = 1; __syncthreads(); if (lane < 9) a[g] = c; __syncwarp(); if (t == 17) c = 2;",
    "s[t] = 0; __syncthreads(); atomicAdd(&s[lane], 1); __syncwarp(); if (t == 0) s[0] = 1;",
    "if (lane == 0) a[w] = 1; __syncwarp();",
    "atomicAdd(&a[lane], 1); __syncwarp(); if (t == 3) a[3] = 1;",
]  # fmt: skip
"""What they must not do. Each is a race, at this line."""

FAULTS = [
    ("api-misuse", "a[g] = __shfl_xor_sync(0xffff, t, 1);"),
    ("api-misuse", "a[g] = __shfl_down_sync(all, t, 1);"),
    ("api-misuse", "a[g] = __shfl_sync(all, t, 0, n);"),
    ("api-misuse", "if (lane == 3) return; a[g] = __shfl_xor_sync(all, t, 1);"),
    ("api-misuse", "if (lane < 16) a[g] = __shfl_xor_sync(0xffff, t, 16);"),
    ("api-misuse", "__syncwarp(1);"),
    ("barrier-divergence", "if (lane < 16) a[g] = __shfl_xor_sync(all, t, 1); else __syncthreads();"),
    ("barrier-divergence", "if (lane < 8) __syncwarp(all); else a[g] = __ballot_sync(all, 1);"),
    ("barrier-divergence", "if (lane < 8) __syncwarp(0xffff); else __syncwarp(all & ~1);"),
    ("barrier-divergence", "a[g] = __shfl_sync(lane & 1 ? all : all & 0x55555555, t, 1, 1); __syncthreads();"),
    ("barrier-divergence", "a[g] = __shfl_sync(lane ? all : all & ~2u, t, 1, 1);"),
    ("barrier-divergence", "for (int k = 0; k < 2; k++) if (k == 0 || lane < 9) a[g] += __shfl_xor_sync(all, t, 1);"
     " else __syncthreads();"),
    ("barrier-divergence", "if (w == 0) __syncthreads(); else a[g] = __syncthreads_count(1);"),
    ("barrier-divergence", "if (t == 3) return; a[g] = __syncthreads_or(1);"),
    ("barrier-divergence", "if (lane < 8) a[g] = __shfl_sync(all, t, 0, 1); else d[g] = __shfl_sync(all, 0.5, 0, 1);"),
]  # fmt: skip
"""Properties, and what breaks them."""

NOT_TAKEN = [
    "for (int m = 0; m < 4; m++) { if ((lane & 1) && m == 0) continue; a[g] = a[g] * 40 + __popc(__activemask()); }",
    "int v; a[g] = __match_all_sync(all, n, &v); a[g] += v;",
]
"""What machine code has no words for, and is correct."""

AT_ONCE = 5
"""So many conflicts are in one program: each is confirmed by running it again."""


@pytest.fixture(autouse=True)
def small_launches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(at_once, "WORTH", 0)


def compared(tmp_path: Path, *kernels: str) -> tuple[Answer, int]:
    """The answer to a program that launches all kernels, and how many launches ran at once."""
    source = tmp_path / "kernels.cu"
    texts = [KERNEL.format(number=number, text=text) for number, text in enumerate(kernels)]
    launches = [f"k{number}<<<2, dim3(8, 10)>>>(a, f, l, d, 3);" for number in range(len(kernels))]
    source.write_text(HEAD + "".join(texts) + MAIN.format(launches="\n    ".join(launches)))
    options = Options()
    return compare(load([str(source)], options), options)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("start", range(0, len(WITHOUT_CONFLICT), 8))
def test_what_does_not_conflict_is_taken_with_the_effect_that_it_has(start: int, tmp_path: Path) -> None:
    chosen = WITHOUT_CONFLICT[start : start + 8]
    answer, taken = compared(tmp_path, *chosen)
    assert (answer.verdict, answer.violations, taken) == ("SUCCESSFUL", frozenset(), len(chosen))


def test_what_there_are_no_words_for_is_left_to_the_interpreter(tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, *NOT_TAKEN)
    assert (answer.verdict, taken) == ("SUCCESSFUL", 0)


@pytest.mark.long
@pytest.mark.one_in(4)
@pytest.mark.parametrize("start", range(0, len(CONFLICTS), AT_ONCE))
def test_what_conflicts_is_told(start: int, tmp_path: Path) -> None:
    chosen = CONFLICTS[start : start + AT_ONCE]
    answer, taken = compared(tmp_path, *chosen)
    first, size = HEAD.count("\n") + 5, KERNEL.count("\n")
    found = {places[0][1] for prop, places in answer.violations if prop == "data-race"}
    assert [text for number, text in enumerate(chosen) if first + size * number not in found] == []
    assert taken == 0


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("prop", "text"), FAULTS)
def test_what_is_wrong_is_left_to_the_interpreter(prop: str, text: str, tmp_path: Path) -> None:
    answer, taken = compared(tmp_path, text)
    assert (answer.properties, taken) == ({prop}, 0)
