"""The texts of the programs of the families, for a size each."""

_HEAD = "#include <assert.h>\n#include <cuda_runtime.h>\n\n"

_ARRAY_HOST = """
int main()
{{
    int *a, last;
    cudaMalloc((void **)&a, {size} * sizeof(int));
    cudaMemset(a, 0, {size} * sizeof(int));
    kernel<<<{blocks}, {block}>>>(a);
    cudaMemcpy(&last, a + {size} - 1, sizeof(int), cudaMemcpyDeviceToHost);
    assert(last == {last});
    cudaFree(a);
    return 0;
}}
"""


def threads(size: int) -> str:
    """Each thread adds to an element of its own."""
    kernel = """__global__ void kernel(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] + 2 * i;
}
"""
    block = min(size, 256)
    return _HEAD + kernel + _ARRAY_HOST.format(size=size, blocks=size // block, block=block, last=2 * (size - 1))


def blocks(size: int) -> str:
    """The eight threads of each block exchange values through shared memory."""
    kernel = """__global__ void kernel(int *a)
{
    __shared__ int part[8];
    int t = threadIdx.x;
    part[t] = blockIdx.x + t;
    __syncthreads();
    a[blockIdx.x * 8 + t] = part[7 - t];
}
"""
    return _HEAD + kernel + _ARRAY_HOST.format(size=8 * size, blocks=size, block=8, last=size - 1)


def loop(size: int) -> str:
    """Each of 32 threads counts in a loop over its own element."""
    kernel = f"""__global__ void kernel(int *a)
{{
    for (int i = 0; i < {size}; ++i)
        a[threadIdx.x] += i % 3;
}}
"""
    last = sum(i % 3 for i in range(size))
    return _HEAD + kernel + _ARRAY_HOST.format(size=32, blocks=1, block=32, last=last)


def barriers(size: int) -> str:
    """32 threads pass values round in a ring of two shared buffers, a barrier between two steps."""
    kernel = f"""__global__ void kernel(int *a)
{{
    __shared__ int ring[2][32];
    int t = threadIdx.x;
    ring[0][t] = t;
    for (int step = 0; step < {size}; ++step) {{
        __syncthreads();
        ring[(step + 1) % 2][t] = ring[step % 2][(t + 1) % 32];
    }}
    a[t] = ring[{size} % 2][t];
}}
"""
    return _HEAD + kernel + _ARRAY_HOST.format(size=32, blocks=1, block=32, last=(31 + size) % 32)


def allocations(size: int) -> str:
    """Many arrays at a time, each filled by a launch, read back and freed."""
    return (
        _HEAD
        + f"""__global__ void kernel(int *a, int value)
{{
    a[threadIdx.x] = value + threadIdx.x;
}}

int main()
{{
    int *arrays[{size}], found;
    for (int i = 0; i < {size}; ++i)
        cudaMalloc((void **)&arrays[i], 16 * sizeof(int));
    for (int i = 0; i < {size}; ++i)
        kernel<<<1, 16>>>(arrays[i], i);
    for (int i = 0; i < {size}; ++i) {{
        cudaMemcpy(&found, arrays[i] + 15, sizeof(int), cudaMemcpyDeviceToHost);
        assert(found == i + 15);
    }}
    for (int i = 0; i < {size}; ++i)
        cudaFree(arrays[i]);
    return 0;
}}
"""
    )


def inputs(size: int) -> str:
    """Each thread clamps an arbitrary value."""
    return (
        _HEAD
        + f"""int nondet_int();

__global__ void kernel(const int *in, int *out)
{{
    int value = in[threadIdx.x];
    if (value < 0)
        value = 0;
    out[threadIdx.x] = value > 255 ? 255 : value;
}}

int main()
{{
    int values[{size}], *in, *out;
    for (int i = 0; i < {size}; ++i)
        values[i] = nondet_int();
    cudaMalloc((void **)&in, sizeof(values));
    cudaMalloc((void **)&out, sizeof(values));
    cudaMemcpy(in, values, sizeof(values), cudaMemcpyHostToDevice);
    kernel<<<1, {size}>>>(in, out);
    cudaMemcpy(values, out, sizeof(values), cudaMemcpyDeviceToHost);
    for (int i = 0; i < {size}; ++i)
        assert(values[i] >= 0 && values[i] < 256);
    cudaFree(in);
    cudaFree(out);
    return 0;
}}
"""
    )


def table(size: int) -> str:
    """An arbitrary index into a table of known contents."""
    return (
        _HEAD
        + f"""int nondet_int();
void __ESBMC_assume(bool);

__global__ void fill(int *table)
{{
    table[threadIdx.x] = 3 * threadIdx.x;
}}

__global__ void look_up(const int *table, int index, int *found)
{{
    *found = table[index];
}}

int main()
{{
    int *table, *found, result, index = nondet_int();
    __ESBMC_assume(index >= 0 && index < {size});
    cudaMalloc((void **)&table, {size} * sizeof(int));
    cudaMalloc((void **)&found, sizeof(int));
    fill<<<1, {size}>>>(table);
    look_up<<<1, 1>>>(table, index, found);
    cudaMemcpy(&result, found, sizeof(int), cudaMemcpyDeviceToHost);
    assert(result == 3 * index);
    cudaFree(table);
    cudaFree(found);
    return 0;
}}
"""
    )


def race(size: int) -> str:
    """Each thread reads what its neighbour writes, without a barrier."""
    return (
        _HEAD
        + f"""__global__ void kernel(int *a)
{{
    __shared__ int part[{size}];
    part[threadIdx.x] = threadIdx.x; // violation
    a[threadIdx.x] = part[(threadIdx.x + 1) % {size}]; // violation
}}

int main()
{{
    int *a;
    cudaMalloc((void **)&a, {size} * sizeof(int));
    kernel<<<1, {size}>>>(a);
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}}
"""
    )


def conflicts(size: int) -> str:
    """Two threads exchange the value of one place so often, each time for another one."""
    return _of_atomics(
        2, f"    for (int i = 0; i < {size}; ++i)\n        atomicExch(&x, {size} * threadIdx.x + i + 1);\n"
    )


def crowd(size: int) -> str:
    """So many threads exchange the value of one place twice."""
    return _of_atomics(size, "    atomicExch(&x, 2 * threadIdx.x + 1);\n    atomicExch(&x, 2 * threadIdx.x + 2);\n")


def orders(size: int) -> str:
    """So many threads exchange the value of one place once."""
    return _of_atomics(size, "    atomicExch(&x, threadIdx.x + 1);\n")


def tickets(size: int) -> str:
    """Each thread draws a number, and writes to the place of that number."""
    return _of_atomics(size, "    places[atomicAdd(&x, 1)] = threadIdx.x;\n")


def pairs(size: int) -> str:
    """Two threads each exchange the value of one place."""
    return _of_atomics(2 * size, "    atomicExch(&places[threadIdx.x / 2], threadIdx.x + 1);\n")


def readers(size: int) -> str:
    """Many threads read what one writes; a race, but not one that is looked at."""
    body = """    if (threadIdx.x == 0)
        y = 1;
    else
        places[threadIdx.x] = y;
"""
    return _of_atomics(size + 1, body)


def _of_atomics(count: int, body: str) -> str:
    return (
        _HEAD
        + f"""__device__ int x, places[64];
__device__ volatile int y;

__global__ void kernel()
{{
{body}}}

int main()
{{
    kernel<<<1, {count}>>>();
    cudaDeviceSynchronize();
    return 0;
}}
"""
    )
