"""The headers of CUDA that clang sees: each can be included alone, and kernels may call what nvcc lets them."""

from pathlib import Path

import pytest
from clang_headers import CUDA, errors

from cudabmc.frontend.clang.command import Side

_PUBLIC = sorted(
    str(path.relative_to(CUDA))
    for path in CUDA.rglob("*")
    if path.suffix in (".h", ".hpp") and path.relative_to(CUDA).parts[0] not in ("cudabmc", "cuda")
)


def program(folder: Path, text: str) -> Path:
    path = folder / "program.cu"
    path.write_text(text)
    return path


@pytest.mark.long
@pytest.mark.parametrize("side", Side)
def test_all_headers_go_together(side: Side, tmp_path: Path) -> None:
    (tmp_path / "GL").mkdir()
    (tmp_path / "GL" / "gl.h").write_text("typedef unsigned int GLuint, GLenum;\n")
    includes = "".join(f"#include <{name}>\n" for name in _PUBLIC)
    assert errors(program(tmp_path, includes + includes), side, include=str(tmp_path)) == []


@pytest.mark.parametrize("name", ["cuda_fp16.h", "curand_kernel.h", "cooperative_groups/scan.h", "mma.h", "cufftXt.h"])
def test_a_header_needs_no_other_before_it(name: str, tmp_path: Path) -> None:
    assert errors(program(tmp_path, f"#include <{name}>\n"), Side.DEVICE) == []


@pytest.mark.long
def test_regular_expressions_compile_beside_the_words_of_contracts(tmp_path: Path) -> None:
    text = '#include <regex>\nbool a() { return std::regex_match("a", std::regex("a")); }\nint n = __add_char(1, 2);\n'
    assert errors(program(tmp_path, text), Side.HOST) == []


def test_a_program_that_brings_the_headers_of_the_samples_gets_its_own(tmp_path: Path) -> None:
    (tmp_path / "helper_cuda.h").write_text("#define OWN 1\n")
    path = program(tmp_path, "#include <helper_cuda.h>\nint main() { return OWN; }\n")
    assert errors(path, Side.HOST, include=str(tmp_path)) == []
    assert errors(program(tmp_path, "#include <helper_timer.h>\nStopWatchInterface *timer;\n"), Side.HOST) == []


def test_c_sources_may_call_the_runtime(tmp_path: Path) -> None:
    path = tmp_path / "main.c"
    path.write_text(
        "#include <cuda_runtime.h>\n#include <assert.h>\n"
        "int main(void) {\n"
        "    void *p; struct dim3 grid = {1, 1, 1}; struct cudaDeviceProp properties; cudaStream_t stream;\n"
        "    assert(cudaMalloc(&p, 4) == cudaSuccess);\n"
        "    cudaGetDeviceProperties(&properties, 0);\n"
        "    cudaStreamCreate(&stream);\n"
        "    float4 v = make_float4(1, 2, 3, 4);\n"
        "    return cudaMemcpy(p, &v, grid.x, cudaMemcpyHostToDevice);\n"
        "}\n"
    )
    assert errors(path, Side.HOST) == []


# Statements that nvcc takes in a kernel that has `int i; unsigned u; float f; double d; float *p; int *q; half h`.
_TAKEN = """
f = sqrtf(f) + std::sqrt(f) + sqrt(f) + rsqrtf(f) + __expf(f) + __fdividef(f, f) + fabs(f) + abs(f) + std::abs(f);
d = pow(d, i) + std::pow(d, d) + fmin(d, f) + max(f, d) + exp10(d) + sinpi(d) + normcdf(d) + erfinv(d) + cbrt(d);
i = min(i, 3) + max(u, i) + abs(i) + isnan(f) + std::isinf(d) + __popc(u) + __clz(i) + __ffsll(i) + __mul24(i, i);
u = atomicAdd(&u, 1u) + atomicCAS((unsigned *)q, 1u, 2u) + atomicMax_block(&u, 3u) + __ballot_sync(~0u, i);
f = __shfl_down_sync(~0u, f, 3) + __shfl_xor_sync(~0u, f, 3, 16) + __ldg(p) + __int_as_float(i) + __saturatef(f);
dim3 a = threadIdx, b(blockIdx), c(3); uint3 e = threadIdx; const uint3 &g = blockDim; i = a.x + b.y + c.z + e.x + g.y;
i = std::min(i, 3) + std::numeric_limits<int>::max() + std::min<int>(threadIdx.x, i) + warpSize;
char buffer[8]; memset(buffer, 0, 8); memcpy(buffer, q, 8); q = (int *)malloc(8); free(q);
int *n = new int[4]; delete[] n; n = new (q) int(3);
printf("%d %f\\n", i, f); assert(i == 0); __syncthreads(); __threadfence(); __syncwarp(); __trap(); clock64(); clock();
auto swap = [](auto &l, auto &r) { auto t = l; l = r; r = t; }; swap(i, i);
h = __hadd(h, h) * h + __float2half(f); f = __half2float(h) + float(h); h += __half(2.5f); i = h < h;
float4 v = make_float4(1, 2, 3, 4); v = *(float4 *)p; f = v.x; uchar4 w = make_uchar4(1, 2, 3, 4); i = w.w;
__builtin_assume(i > 0); i = __vadd2(u, u) + __dp4a(i, i, i) + __byte_perm(u, u, u); f = fmaf(f, f, f);
asm volatile("mov.u32 %0, %%laneid;" : "=r"(u)); extern __shared__ int shared[]; shared[0] = 1;
sincos(d, &d, &d); sincosf(f, p, p); __sincosf(f, p, p); f = frexpf(f, q) + ldexpf(f, 3) + modff(f, p);
""".strip().splitlines()


def kernel(statement: str) -> str:
    return (
        "#include <cuda_fp16.h>\n#include <algorithm>\n#include <cstdio>\n#include <cassert>\n#include <fstream>\n"
        "__global__ void kernel(int i, unsigned u, float f, double d, float *p, int *q, half h) {\n"
        f"{statement}\n}}\n"
    )


@pytest.mark.one_in(2)
@pytest.mark.parametrize("side", Side)
def test_kernels_call_what_they_may(side: Side, tmp_path: Path) -> None:
    text = "\n".join(f"{{ {line} }}" for line in _TAKEN)
    assert errors(program(tmp_path, kernel(text)), side) == []


def refused_lines(path: Path, side: Side) -> set[str]:
    """The lines of a file for which clang has an error."""
    numbers = {int(error.removeprefix(str(path)).split(":")[1]) for error in errors(path, side)}
    return {path.read_text().splitlines()[number - 1] for number in numbers}


@pytest.mark.long
def test_functions_of_the_host_stay_there(tmp_path: Path) -> None:
    statements = {
        'fopen("x", "r");', "i = rand();", "cudaMemcpy(p, q, 4, cudaMemcpyDeviceToHost);", "exit(1);",
        'std::ifstream s("x");',
    }  # fmt: skip
    path = program(tmp_path, kernel("\n".join(["i = 0;", *sorted(statements), "q[i] = 0;"])))
    assert refused_lines(path, Side.DEVICE) == statements


def test_functions_of_kernels_stay_there(tmp_path: Path) -> None:
    statements = {"__syncthreads();", "atomicAdd(&i, 1);", "i = threadIdx.x;", "__ldg(&i);", "i = __popc(3u);"}
    lines = ["int main() {", "int i = 0;", *sorted(statements), "return i;", "}"]
    assert refused_lines(program(tmp_path, "\n".join(lines)), Side.HOST) == statements


@pytest.mark.long
def test_the_host_calls_the_forms_of_the_runtime_for_any_type(tmp_path: Path) -> None:
    text = """
#include <vector>
struct Pair { int a; double b; };
__constant__ Pair pairs[4];
__device__ int counter;
__managed__ float shared_by_both = 1.5f;
template <class T> __global__ void kernel(T *p, T n) { p[threadIdx.x] = n + counter; }
int main(int argc, char **argv) {
    Pair *p; float *host; int *managed; size_t pitch; int blocks, size; void *address;
    cudaMalloc(&p, 4 * sizeof *p); cudaMalloc((void **)&p, 4); cudaMallocHost(&host, 4); cudaMallocManaged(&managed, 4);
    cudaMallocPitch(&p, &pitch, 4, 4); cudaHostAlloc(&host, 4, cudaHostAllocMapped);
    std::vector<Pair> values(4);
    cudaMemcpyToSymbol(pairs, values.data(), sizeof pairs);
    cudaMemcpyFromSymbol(&size, counter, sizeof size);
    cudaGetSymbolAddress(&address, counter);
    kernel<<<argc, 32>>>(managed, 3);
    kernel<float><<<dim3(2, 2), dim3(8, 8, 1), 64, 0>>>(host, 3);
    void *arguments[] = {&managed, &size};
    cudaLaunchKernel(kernel<int>, 1, 32, arguments);
    cudaLaunchKernel((void *)kernel<int>, dim3(1), dim3(32), arguments, 0, 0);
    cudaFuncSetAttribute(kernel<int>, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &size, kernel<int>, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel<int>, 128, 0);
    cudaLaunchConfig_t config = {};
    cudaLaunchKernelEx(&config, kernel<float>, host, 2.0f);
    shared_by_both += max(argc, 3) + min(2.0f, 1.0f);
    cudaChannelFormatDesc channel = cudaCreateChannelDesc<float4>();
    return cudaGetLastError() + cudaFree(p) + channel.x;
}
"""
    assert errors(program(tmp_path, text), Side.HOST) == []
    assert errors(program(tmp_path, text), Side.DEVICE) == []
