// expect: FAILED
// property: barrier-divergence
// Tiled product in which threads above the diagonal leave the loop before the barrier.
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TILE 8
#define HEIGHT 8 // of A and C
#define INNER 24  // columns of A, rows of B
#define WIDTH 16  // of B and C

__global__ void matrix_multiply(float *c, const float *a, const float *b, int inner, int width)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = blockIdx.y * TILE + ty;
    const int col = blockIdx.x * TILE + tx;

    float sum = 0.0f;
    for (int first = 0; first < inner; first += TILE) {
        tile_a[ty][tx] = a[row * inner + first + tx];
        tile_b[ty][tx] = b[(first + ty) * width + col];
        __syncthreads(); // the tiles are loaded
        if (first + TILE >= inner && ty < tx)
            break;
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads(); // the tiles are used // violation
    }
    c[row * width + col] = sum;
}

static int count_wrong(const float *c, const float *a, const float *b)
{
    int wrong = 0;
    for (int row = 0; row < HEIGHT; row += 5)
        for (int col = 0; col < WIDTH; col += 3) {
            float sum = 0.0f;
            for (int k = 0; k < INNER; k++)
                sum += a[row * INNER + k] * b[k * WIDTH + col];
            wrong += c[row * WIDTH + col] != sum;
        }
    return wrong;
}

int main(void)
{
    float *a = (float *)malloc(HEIGHT * INNER * sizeof(float));
    float *b = (float *)malloc(INNER * WIDTH * sizeof(float));
    float *c = (float *)malloc(HEIGHT * WIDTH * sizeof(float));
    for (int i = 0; i < HEIGHT * INNER; i++)
        a[i] = (float)(i % 7);
    for (int i = 0; i < INNER * WIDTH; i++)
        b[i] = (float)(i % 7 - 3);

    float *d_a, *d_b, *d_c;
    cudaMalloc((void **)&d_a, HEIGHT * INNER * sizeof(float));
    cudaMalloc((void **)&d_b, INNER * WIDTH * sizeof(float));
    cudaMalloc((void **)&d_c, HEIGHT * WIDTH * sizeof(float));
    cudaMemcpy(d_a, a, HEIGHT * INNER * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, INNER * WIDTH * sizeof(float), cudaMemcpyHostToDevice);

    dim3 block(TILE, TILE);
    dim3 grid(WIDTH / TILE, HEIGHT / TILE);
    matrix_multiply<<<grid, block>>>(d_c, d_a, d_b, INNER, WIDTH);
    cudaMemcpy(c, d_c, HEIGHT * WIDTH * sizeof(float), cudaMemcpyDeviceToHost);

    int wrong = count_wrong(c, a, b);
    printf("%d of the checked elements are wrong\n", wrong);

    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    free(a);
    free(b);
    free(c);
    return 0;
}
