// expect: SUCCESSFUL
// options: --memory-leak-check
// A little matrix module in C++ style: references, default arguments, overloads, structs by value.
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

struct Matrix {
    int rows, cols;
    int *elements;
};

__host__ __device__ inline int &at(Matrix m, int r, int c)
{
    return m.elements[r * m.cols + c];
}

static void create(Matrix &m, int rows, int cols, bool on_device = false)
{
    m.rows = rows;
    m.cols = cols;
    size_t bytes = rows * cols * sizeof(int);
    if (on_device)
        cudaMalloc(&m.elements, bytes);
    else
        m.elements = static_cast<int *>(malloc(bytes));
}

static void fill(Matrix &m, int value)
{
    for (int i = 0; i < m.rows * m.cols; ++i)
        m.elements[i] = value;
}

static void fill(Matrix &m, int scale, int offset)
{
    for (int i = 0; i < m.rows * m.cols; ++i)
        m.elements[i] = scale * i + offset;
}

__global__ void add(Matrix a, Matrix b, Matrix sum)
{
    int r = blockIdx.y * blockDim.y + threadIdx.y;
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < sum.rows && c < sum.cols)
        at(sum, r, c) = at(a, r, c) + at(b, r, c);
}

int main()
{
    Matrix a, b, sum, d_a, d_b, d_sum;
    create(a, 7, 11);
    create(b, 7, 11);
    create(sum, 7, 11);
    create(d_a, 7, 11, true);
    create(d_b, 7, 11, true);
    create(d_sum, 7, 11, true);
    fill(a, 1000);
    fill(b, 3, -5);

    const size_t bytes = 7 * 11 * sizeof(int);
    cudaMemcpy(d_a.elements, a.elements, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b.elements, b.elements, bytes, cudaMemcpyHostToDevice);
    dim3 block(4, 4);
    add<<<dim3((11 + 3) / 4, (7 + 3) / 4), block>>>(d_a, d_b, d_sum);
    cudaMemcpy(sum.elements, d_sum.elements, bytes, cudaMemcpyDeviceToHost);

    for (int r = 0; r < 7; ++r)
        for (int c = 0; c < 11; ++c)
            assert(at(sum, r, c) == 995 + 3 * (11 * r + c));
    cudaFree(d_a.elements);
    cudaFree(d_b.elements);
    cudaFree(d_sum.elements);
    free(a.elements);
    free(b.elements);
    free(sum.elements);
    return 0;
}
