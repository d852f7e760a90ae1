// expect: SUCCESSFUL
// Tiled product as a template over element and tile size, for any sizes: tiles are filled with zeros at the edges.
#include <cassert>
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

template <typename Element>
struct Matrix {
    int rows, cols;
    Element *data;

    __host__ __device__ Element &at(int row, int col) const { return data[row * cols + col]; }
    __host__ __device__ bool holds(int row, int col) const { return row < rows && col < cols; }
};

template <typename Element>
Matrix<Element> on_device(const std::vector<Element> &host, int rows, int cols)
{
    Matrix<Element> matrix{rows, cols, nullptr};
    cudaMalloc(&matrix.data, rows * cols * sizeof(Element));
    cudaMemcpy(matrix.data, host.data(), rows * cols * sizeof(Element), cudaMemcpyHostToDevice);
    return matrix;
}

template <int Tile, typename Element>
__global__ void multiply(Matrix<Element> c, Matrix<Element> a, Matrix<Element> b)
{
    __shared__ Element tile_a[Tile][Tile];
    __shared__ Element tile_b[Tile][Tile];
    const int row = blockIdx.y * Tile + threadIdx.y;
    const int col = blockIdx.x * Tile + threadIdx.x;

    Element sum = 0;
    for (int first = 0; first < a.cols; first += Tile) {
        const int k = first + threadIdx.x, l = first + threadIdx.y;
        tile_a[threadIdx.y][threadIdx.x] = a.holds(row, k) ? a.at(row, k) : Element(0);
        tile_b[threadIdx.y][threadIdx.x] = b.holds(l, col) ? b.at(l, col) : Element(0);
        __syncthreads(); // tiles loaded
#pragma unroll
        for (int i = 0; i < Tile; i++)
            sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
        __syncthreads(); // tiles used
    }
    if (c.holds(row, col))
        c.at(row, col) = sum;
}

int main()
{
    constexpr int tile = 8, rows = 8, inner = 12, cols = 13;
    std::vector<int> a(rows * inner), b(inner * cols), c(rows * cols);
    for (int i = 0; i < rows * inner; i++)
        a[i] = i % 9;
    for (int i = 0; i < inner * cols; i++)
        b[i] = 4 - i % 6;

    Matrix<int> d_a = on_device(a, rows, inner), d_b = on_device(b, inner, cols), d_c = on_device(c, rows, cols);
    const dim3 grid((cols + tile - 1) / tile, (rows + tile - 1) / tile);
    multiply<tile><<<grid, dim3(tile, tile)>>>(d_c, d_a, d_b);
    cudaMemcpy(c.data(), d_c.data, rows * cols * sizeof(int), cudaMemcpyDeviceToHost);

    const int last = rows * cols - 1;
    int expected = 0;
    for (int k = 0; k < inner; k++)
        expected += a[(rows - 1) * inner + k] * b[k * cols + cols - 1];
    std::printf("last element: %d, expected %d\n", c[last], expected);
    assert(c[last] == expected);

    cudaFree(d_a.data);
    cudaFree(d_b.data);
    cudaFree(d_c.data);
    return 0;
}
