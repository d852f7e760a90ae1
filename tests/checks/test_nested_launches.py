"""Launches in device code (programming guide, "CUDA Dynamic Parallelism")."""

from pathlib import Path

import pytest

from cudabmc import Options, Verdict, verify
from tests.checks.program_cases import Case, cases, check, run, unreduced

PROGRAMS = r"""
//# children-in-one-stream
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void first(int *p) { p[threadIdx.x] = threadIdx.x; }
__global__ void second(int *p) { p[threadIdx.x] += 1; }
__global__ void parent(int *p, int *q)
{
    if (threadIdx.x == 0) {
        q[0] = 5;
        first<<<1, 2>>>(p);
        second<<<1, 2>>>(p);
    }
}
int main()
{
    int *d, *q, h[2];
    cudaMalloc((void **)&d, 8);
    cudaMalloc((void **)&q, 4);
    parent<<<1, 2>>>(d, q);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    assert(h[0] == 1 && h[1] == 2);
    cudaFree(d);
    cudaFree(q);
}

//# parent-reads-the-results-of-its-child
//! por-too
#include <cuda_runtime.h>
__global__ void child(int *p) { p[0] = 1; }  // <- data-race
__global__ void parent(int *p, int *q)
{
    child<<<1, 1>>>(p);
    q[0] = p[0];  // <- data-race
}
int main()
{
    int *d, *q;
    cudaMalloc((void **)&d, 8);
    cudaMemset(d, 0, 8);
    cudaMalloc((void **)&q, 4);
    parent<<<1, 1>>>(d, q);
    cudaDeviceSynchronize();
}

//# two-fire-and-forget-children-write-one-element
#include <cuda_runtime.h>
__global__ void child(int *p, int v) { p[0] = v; }  // <- data-race
__global__ void parent(int *p)
{
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 1);
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(p, 2);
}
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}

//# pointer-to-shared-memory
#include <cuda_runtime.h>
__global__ void child(int *p) { p[0] = 1; }
__global__ void parent()
{
    __shared__ int s[4];
    child<<<1, 1>>>(s);  // <- memory-space
}
int main()
{
    parent<<<1, 1>>>();
    cudaDeviceSynchronize();
}

//# pointer-to-a-local-variable
#include <cuda_runtime.h>
__global__ void child(int *p) { p[0] = 1; }
__global__ void parent()
{
    int s = 3;
    child<<<1, 1>>>(&s);  // <- memory-space
}
int main()
{
    parent<<<1, 1>>>();
    cudaDeviceSynchronize();
}

//# recursion-without-end
#include <cuda_runtime.h>
__global__ void again(int *p)
{
    *p += 1;
    again<<<1, 1>>>(p);  // <- launch-config
}
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    again<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}

//# failed-launch-sets-the-error-of-the-thread --no-check=launch-config
#include <assert.h>
#include <cuda_runtime.h>
__global__ void again(int *p, int n)
{
    *p = n;
    again<<<1, 1>>>(p, n + 1);
    assert(cudaPeekAtLastError() == (n < 24 ? cudaSuccess : cudaErrorLaunchMaxDepthExceeded));
    assert(cudaGetLastError() == cudaPeekAtLastError() || n == 24);
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    again<<<1, 1>>>(d, 0);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 24 && cudaGetLastError() == cudaSuccess);
    cudaFree(d);
}

//# as-deep-as-allowed
#include <assert.h>
#include <cuda_runtime.h>
__global__ void again(int *p, int n)
{
    *p += 1;
    if (n > 0)
        again<<<1, 1>>>(p, n - 1);
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    again<<<1, 1>>>(d, 24);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 25);
    cudaFree(d);
}

//# chain-of-tail-launches
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void add(int *p) { *p += 1; }
__global__ void again(int *p, int n)
{
    add<<<1, 1>>>(p);
    if (n > 0)
        again<<<1, 1, 0, cudaStreamTailLaunch>>>(p, n - 1);
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    again<<<1, 1>>>(d, 5);
    add<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 7);
    cudaFree(d);
}

//# tail-launch-reads-what-its-child-writes
//! por-too
#include <cuda_runtime.h>
__global__ void add(int *p) { *p += 1; }  // <- data-race
__global__ void last(int *p)
{
    add<<<1, 1>>>(p);
    *p += 1;  // <- data-race
}
__global__ void parent(int *p) { last<<<1, 1, 0, cudaStreamTailLaunch>>>(p); }
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}

//# long-chain-of-tail-launches
//! expect UNKNOWN
//! because tail launches
#include <cuda_runtime.h>
__global__ void again(int *p, int n)
{
    *p += 1;
    if (n > 0)
        again<<<1, 1, 0, cudaStreamTailLaunch>>>(p, n - 1);
}
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    cudaMemset(d, 0, 4);
    again<<<1, 1>>>(d, 30);
    cudaDeviceSynchronize();
    cudaFree(d);
}

//# tail-launches-come-behind-all-else
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void work(int *p) { p[threadIdx.x] += threadIdx.x; }
__global__ void sum(int *p) { p[0] = p[0] + p[1] + p[2]; }
__global__ void twice(int *p) { p[0] *= 2; }
__global__ void parent(int *p)
{
    p[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0) {
        sum<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
        twice<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
        work<<<1, 3>>>(p);
    }
}
__global__ void next(int *p) { p[1] = p[0]; }
int main()
{
    int *d, h[3];
    cudaMalloc((void **)&d, 12);
    parent<<<1, 3>>>(d);
    next<<<1, 1>>>(d);
    cudaMemcpy(h, d, 12, cudaMemcpyDeviceToHost);
    assert(h[0] == 12 && h[1] == 12);
    cudaFree(d);
}

//# tail-launch-comes-behind-grandchildren
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void grandchild(int *p) { p[0] = 7; }
__global__ void child(int *p) { grandchild<<<1, 1, 0, cudaStreamFireAndForget>>>(p); }
__global__ void last(int *p) { p[0] += 1; }
__global__ void parent(int *p)
{
    child<<<1, 1, 0, cudaStreamFireAndForget>>>(p);
    last<<<1, 1, 0, cudaStreamTailLaunch>>>(p);
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 8);
    cudaFree(d);
}

//# threads-take-turns-in-the-stream-of-their-block
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void set(int *p, int v) { *p = v; }
__global__ void parent(int *p) { set<<<1, 1>>>(p, threadIdx.x + 1); }
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 2>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 1 || h == 2);
    cudaFree(d);
}

//# either-thread-may-be-the-last-one
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void set(int *p, int v) { *p = v; }
__global__ void parent(int *p) { set<<<1, 1>>>(p, threadIdx.x + 1); }
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 2>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 2);  // <- assertion
    cudaFree(d);
}

//# blocks-have-streams-of-their-own
#include <cuda_runtime.h>
__global__ void set(int *p, int v) { *p = v; }  // <- data-race
__global__ void parent(int *p) { set<<<1, 1>>>(p, blockIdx.x + 1); }
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    parent<<<2, 1>>>(d);
    cudaDeviceSynchronize();
    cudaFree(d);
}

//# child-reads-what-another-thread-writes
//! por-too
#include <cuda_runtime.h>
__global__ void get(int *p, int *q) { *q = p[0] + p[1]; }  // <- data-race
__global__ void parent(int *p, int *q)
{
    p[threadIdx.x] = 1;  // <- data-race
    if (threadIdx.x == 0)
        get<<<1, 1>>>(p, q);
}
int main()
{
    int *d, *q;
    cudaMalloc((void **)&d, 8);
    cudaMemset(d, 0, 8);
    cudaMalloc((void **)&q, 4);
    parent<<<1, 2>>>(d, q);
    cudaDeviceSynchronize();
}

//# barrier-before-the-launch
//! por-too
#include <assert.h>
#include <cuda_runtime.h>
__global__ void get(int *p, int *q) { *q = p[0] + p[1]; }
__global__ void parent(int *p, int *q)
{
    p[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        get<<<1, 1>>>(p, q);
}
int main()
{
    int *d, *q, h;
    cudaMalloc((void **)&d, 8);
    cudaMalloc((void **)&q, 4);
    parent<<<1, 2>>>(d, q);
    cudaMemcpy(&h, q, 4, cudaMemcpyDeviceToHost);
    assert(h == 2);
    cudaFree(d);
    cudaFree(q);
}

//# created-streams-run-beside-each-other
#include <cuda_runtime.h>
__global__ void set(int *p, int v) { *p = v; }  // <- data-race
__global__ void parent(int *p)
{
    cudaStream_t a, b;
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    set<<<1, 1, 0, a>>>(p, 1);
    set<<<1, 1, 0, b>>>(p, 2);
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
}
int main()
{
    int *d;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
}

//# stream-of-the-host
#include <cuda_runtime.h>
__global__ void set(int *p) { *p = 1; }
__global__ void parent(int *p, cudaStream_t s)
{
    set<<<1, 1, 0, s>>>(p);  // <- api-misuse
}
int main()
{
    int *d;
    cudaStream_t s;
    cudaMalloc((void **)&d, 4);
    cudaStreamCreate(&s);
    parent<<<1, 1>>>(d, s);
    cudaDeviceSynchronize();
}

//# host-writes-before-it-has-waited-for-the-child
#include <cuda_runtime.h>
__global__ void child(int *p) { *p = 2; }  // <- data-race
__global__ void parent(int *p) { child<<<1, 1>>>(p); }
int main()
{
    int *d;
    cudaMallocManaged((void **)&d, 4, cudaMemAttachGlobal);
    parent<<<1, 1>>>(d);
    d[0] = 3;  // <- data-race
    cudaDeviceSynchronize();
    cudaFree(d);
}

//# host-waits-for-the-grandchild
#include <assert.h>
#include <cuda_runtime.h>
__global__ void grandchild(int *p) { *p += 2; }
__global__ void child(int *p) { grandchild<<<1, 1>>>(p); }
__global__ void parent(int *p) { *p = 1; child<<<1, 1>>>(p); }
int main()
{
    int *d;
    cudaMallocManaged((void **)&d, 4, cudaMemAttachGlobal);
    parent<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    assert(d[0] == 3);
    d[0] = 3;
    cudaFree(d);
}

//# memory-that-a-kernel-allocates-for-another
#include <assert.h>
#include <cuda_runtime.h>
__global__ void use(int *p, int *q) { *q = *p; }
__global__ void drop(int *p) { cudaFree(p); }
__global__ void parent(int *q)
{
    int *p;
    if (cudaMalloc((void **)&p, 4) == cudaSuccess) {
        *p = 3;
        use<<<1, 1>>>(p, q);
        drop<<<1, 1>>>(p);
    }
}
int main()
{
    int *d, h;
    cudaMalloc((void **)&d, 4);
    parent<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    assert(h == 3);
    cudaFree(d);
}
"""
"""Programs as in program_cases."""

CXX = r"""
//# names-of-one-file-and-structs --frontend=clang
#include <cassert>
#include <cuda_runtime.h>
struct Part { int first; double scale; char last; };
__device__ static int counter;
namespace {
__device__ int hidden;
__constant__ int constant;
__global__ void set(int x) { hidden = x; }
}
template <typename T> __global__ void child(T *p, Part part, int n)
{
    p[threadIdx.x] = n + part.first + part.last + counter + hidden + constant;
}
static __global__ void parent(int *p)
{
    Part part{1, 2.0, 3};
    set<<<1, 1>>>(4);
    child<<<1, dim3(2), 8, cudaStreamTailLaunch>>>(p, part, 5);
}
int main()
{
    int *d, h[2], number = 100, other = 1000;
    cudaMalloc(&d, 8);
    cudaMemcpyToSymbol(counter, &number, 4);
    cudaMemcpyToSymbol(constant, &other, 4);
    parent<<<1, 1>>>(d);
    cudaMemcpy(h, d, 8, cudaMemcpyDeviceToHost);
    assert(h[0] == 1113 && h[1] == 1113);
    cudaFree(d);
}
"""
"""Through clang alone."""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_the_marked_lines_are_found_and_nothing_else(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


@pytest.mark.parametrize("case", cases(CXX))
def test_clang_gives_names_and_arguments_as_elsewhere(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))


@pytest.mark.one_in(3)
@pytest.mark.parametrize("case", unreduced(PROGRAMS))
def test_the_answer_is_the_same_without_reduction(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--no-por", "--max-interleavings=100000"))


def test_a_stream_of_a_kernel_is_no_memory_that_leaks() -> None:
    program = """
        __global__ void k(void) {
            cudaStream_t s;
            cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
            %s
        }
        int main(void) { k<<<1, 1>>>(); cudaDeviceSynchronize(); }
    """
    for left in ("cudaStreamDestroy(s);", ""):
        result = verify(program % left, options=Options(frontend="c", check=("memory-leak",)))
        assert result.verdict is Verdict.SUCCESSFUL, result
