"""Kernels for numba.cuda, not decorated: the tests bring numba's names where it is installed. What numba-cuda makes of
them is in the files beside (UPDATE_GOLDEN=1 pytest tests/api/test_numba_kernels.py where numba-cuda is installed)."""

import math
from typing import Any

cuda: Any = None
float32: Any = None
int32: Any = None


def add(a: Any, b: Any, c: Any) -> None:
    i = cuda.grid(1)
    if i < c.size:
        c[i] = a[i] + b[i]


def square(x: Any) -> Any:
    if x > 9:
        raise ValueError("too large")
    return x * x


def total(a: Any, out: Any) -> None:
    s = cuda.shared.array(8, float32)
    t = cuda.threadIdx.x
    s[t] = square(a[t])
    cuda.syncthreads()
    k = 4
    while k > 0:
        if t < k:
            s[t] += s[t + k]
        cuda.syncthreads()
        k //= 2
    if t == 0:
        cuda.atomic.add(out, 0, s[0])
        assert out[0] == 140


def shift(a: Any, out: Any) -> None:
    s = cuda.shared.array(8, int32)
    t = cuda.threadIdx.x
    s[t] = a[t]
    if t > 0:
        out[t] = s[t - 1]


def stencil(a: Any, b: Any, n: Any) -> None:
    x, y = cuda.grid(2)
    window = cuda.local.array(4, int32)
    if 0 < x < a.shape[0] - 1 and 0 < y < a.shape[1] - 1:
        window[0] = a[x - 1, y]
        window[1] = a[x + 1, y]
        window[2] = a[x, y - 1]
        window[n] = a[x, y + 1]
        b[x, y] = window[0] + window[1] + window[2] + window[3]
        assert b[x, y] == 4 * a[x, y]


def last(a: Any) -> None:
    a[cuda.threadIdx.x - 1] = 1
    if cuda.threadIdx.x < 2:
        cuda.syncthreads()


def warps(a: Any) -> None:
    t = cuda.threadIdx.x
    assert cuda.shfl_down_sync(0xFFFFFFFF, t, 1) == t + 1 or t == 31
    assert cuda.shfl_up_sync(0xFFFFFFFF, t, 2) == t - 2 or t < 2
    assert cuda.shfl_xor_sync(0xFFFFFFFF, t, 1) == t ^ 1
    assert cuda.shfl_sync(0xFFFFFFFF, t * 1.5, 3) == 4.5
    assert cuda.ballot_sync(0xFFFFFFFF, t < 4) == 15
    assert cuda.all_sync(0xFFFFFFFF, t < 32)
    assert not cuda.any_sync(0xFFFFFFFF, t > 32)
    assert cuda.eq_sync(0xFFFFFFFF, t > 32)
    assert cuda.syncthreads_count(int(t < 5)) == 5
    assert cuda.syncthreads_or(int(t == 5)) and not cuda.syncthreads_and(int(t == 5))
    if t == 0:
        assert cuda.atomic.add(a, 0, 5) == 0
        assert cuda.atomic.inc(a, 0, 9) == 5
        assert cuda.atomic.dec(a, 0, 9) == 6
        assert cuda.atomic.cas(a, 0, 5, 7) == 5
        assert cuda.atomic.max(a, 0, 9) == 7
        assert a[0] != 9


def mathematics(x: Any, n: Any) -> None:
    assert math.sqrt(x) == 1.5 and math.pow(x, 2.0) == 5.0625 and math.fmod(5.5, x) == 1.0
    assert math.hypot(3.0, 4.0) == 5.0 and math.copysign(1.0, -x) == -1.0 and math.trunc(x) == 2
    assert n // 3 == 3 and n % 3 == 1 and -n // 3 == -4 and -n % 3 == 2 and n / 4 == 2.5
    assert cuda.popc(n) == 2 and cuda.clz(int32(1)) == 31 and cuda.ffs(4) == 3 and cuda.brev(int32(2)) == 1 << 30
    assert cuda.fma(x, 2.0, 1.0) == 5.5 and cuda.libdevice.fmaxf(float32(1.0), float32(2.0)) == 2.0
    assert not math.isnan(float32(x)) and math.isfinite(x) and math.isinf(x * math.inf)
    assert math.isnan(x)
