// expect: SUCCESSFUL
// The same update of points once as an array of structs, once as a struct of arrays passed by value.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define N 150

struct Point {
    int x, y;
    char colour;
};

struct Points {
    int *x;
    int *y;
    char *colour;
};

__global__ void move_aos(Point *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        points[i].x += 10;
        points[i].y *= 2;
        points[i].colour = points[i].x % 2 ? 'r' : 'b';
    }
}

__global__ void move_soa(struct Points points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        points.x[i] += 10;
        points.y[i] *= 2;
        points.colour[i] = points.x[i] % 2 ? 'r' : 'b';
    }
}

int main(void)
{
    Point aos[N];
    int x[N], y[N];
    char colour[N];
    for (int i = 0; i < N; i++) {
        aos[i].x = x[i] = i;
        aos[i].y = y[i] = 3 * i;
        aos[i].colour = colour[i] = ' ';
    }

    Point *d_aos;
    Points d_soa;
    cudaMalloc((void **)&d_aos, sizeof(aos));
    cudaMalloc((void **)&d_soa.x, sizeof(x));
    cudaMalloc((void **)&d_soa.y, sizeof(y));
    cudaMalloc((void **)&d_soa.colour, sizeof(colour));
    cudaMemcpy(d_aos, aos, sizeof(aos), cudaMemcpyHostToDevice);
    cudaMemcpy(d_soa.x, x, sizeof(x), cudaMemcpyHostToDevice);
    cudaMemcpy(d_soa.y, y, sizeof(y), cudaMemcpyHostToDevice);

    move_aos<<<(N + 63) / 64, 64>>>(d_aos, N);
    move_soa<<<(N + 63) / 64, 64>>>(d_soa, N);
    cudaMemcpy(aos, d_aos, sizeof(aos), cudaMemcpyDeviceToHost);
    cudaMemcpy(x, d_soa.x, sizeof(x), cudaMemcpyDeviceToHost);
    cudaMemcpy(y, d_soa.y, sizeof(y), cudaMemcpyDeviceToHost);
    cudaMemcpy(colour, d_soa.colour, sizeof(colour), cudaMemcpyDeviceToHost);

    for (int i = 0; i < N; i++) {
        assert(aos[i].x == i + 10 && aos[i].y == 6 * i);
        assert(x[i] == aos[i].x && y[i] == aos[i].y && colour[i] == aos[i].colour);
    }
    cudaFree(d_aos);
    cudaFree(d_soa.x);
    cudaFree(d_soa.y);
    cudaFree(d_soa.colour);
    return 0;
}
