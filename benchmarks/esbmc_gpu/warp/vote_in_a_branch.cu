// expect: FAILED
// property: barrier-divergence
// Only the lanes with a high number vote whether all are positive, under a mask that names all lanes.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define ROWS 16
#define WARP 32

struct Answer {
    bool any_high;
    bool all_positive;
};

__global__ void ask(const int (*rows)[WARP], Answer *answers, int limit)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    int value = rows[row][threadIdx.x];
    Answer answer = {false, false};
    if (value >= limit)
        answer.all_positive = __all_sync(0xffffffff, value > 0); // violation
    answer.any_high = __any_sync(0xffffffff, value >= limit); // violation
    if (threadIdx.x == 0)
        answers[row] = answer;
}

int main()
{
    int rows[ROWS][WARP];
    Answer answers[ROWS];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < WARP; c++)
            rows[r][c] = r * 3 + (c * 11 + r) % WARP - 2;
    int(*d_rows)[WARP];
    Answer *d_answers;
    cudaMalloc(&d_rows, sizeof(rows));
    cudaMalloc(&d_answers, sizeof(answers));
    cudaMemcpy(d_rows, rows, sizeof(rows), cudaMemcpyHostToDevice);
    ask<<<ROWS / 4, dim3(WARP, 4)>>>(d_rows, d_answers, 40);
    cudaMemcpy(answers, d_answers, sizeof(answers), cudaMemcpyDeviceToHost);
    for (int r = 0; r < ROWS; r++) {
        printf("%d %d\n", answers[r].any_high, answers[r].all_positive);
    }
    cudaFree(d_rows);
    cudaFree(d_answers);
    return 0;
}
