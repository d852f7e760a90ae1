// expect: SUCCESSFUL
// An array of structs that the host moves, step by step, and a kernel moves once more; structs.c is the same in C.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#ifndef N
#define N 256
#endif
#define BLOCK 128
#define STEPS 8

typedef struct {
    float x, y, vx, vy;
    int bounces;
} Ball;

__host__ __device__ void move(Ball *ball)
{
    ball->vy -= 0.125f;
    ball->x += ball->vx;
    ball->y += ball->vy;
    if (ball->y < 0.0f) {
        ball->y = -ball->y;
        ball->vy = -ball->vy;
        ++ball->bounces;
    }
}

__global__ void move_all(Ball *balls, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        move(&balls[i]);
}

int main()
{
    size_t size = N * sizeof(Ball);
    Ball *balls = (Ball *)malloc(size);
    for (int i = 0; i < N; ++i) {
        balls[i].x = (float)(i % 640);
        balls[i].y = (float)(i % 48) * 0.25f;
        balls[i].vx = (float)(i % 5) - 2.0f;
        balls[i].vy = 0.0f;
        balls[i].bounces = 0;
    }
    for (int step = 0; step < STEPS; ++step)
        for (int i = 0; i < N; ++i)
            move(&balls[i]);
    Ball *d_balls;
    cudaMalloc((void **)&d_balls, size);
    cudaMemcpy(d_balls, balls, size, cudaMemcpyHostToDevice);
    move_all<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(d_balls, N);
    cudaMemcpy(balls, d_balls, size, cudaMemcpyDeviceToHost);
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        Ball ball = balls[i];
        sum += ball.x + ball.y + ball.bounces;
    }
#ifdef EXPECTED
    assert(sum == EXPECTED);
#endif
    cudaFree(d_balls);
    free(balls);
    return 0;
}
