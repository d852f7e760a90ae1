// expect: FAILED
// property: bounds
// Two workers draw tasks by tickets, and the last ticket that they accept has no task.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define TASKS 3
#define WORKERS 2

__device__ int next_task;

__global__ void work(const int *tasks, int *results)
{
    for (int t = atomicAdd(&next_task, 1); t <= TASKS; t = atomicAdd(&next_task, 1))
        results[t] += tasks[t] * tasks[t]; // violation
}

int main(void)
{
    int tasks[TASKS] = {4, 7, 9}, results[TASKS] = {0};
    int *d_tasks, *d_results;
    cudaMalloc((void **)&d_tasks, sizeof(tasks));
    cudaMalloc((void **)&d_results, sizeof(results));
    cudaMemcpy(d_tasks, tasks, sizeof(tasks), cudaMemcpyHostToDevice);
    cudaMemcpy(d_results, results, sizeof(results), cudaMemcpyHostToDevice);
    work<<<WORKERS, 1>>>(d_tasks, d_results);
    cudaMemcpy(results, d_results, sizeof(results), cudaMemcpyDeviceToHost);
    for (int t = 0; t < TASKS; t++)
        assert(results[t] == tasks[t] * tasks[t]);
    cudaFree(d_tasks);
    cudaFree(d_results);
    return 0;
}
