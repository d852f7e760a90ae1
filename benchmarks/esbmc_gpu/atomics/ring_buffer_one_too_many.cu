// expect: FAILED
// property: bounds
// Events are logged in a ring of two places, but atomicInc wraps one place too late.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PLACES 2
#define EVENTS 4

struct Log {
    unsigned int next;
    int events[PLACES];
};

__global__ void record(Log *log)
{
    unsigned int place = atomicInc(&log->next, PLACES);
    atomicExch(&log->events[place], threadIdx.x + 100); // violation
}

int main(void)
{
    Log log = {0, {-1, -1}};
    Log *d_log;
    cudaMalloc((void **)&d_log, sizeof(Log));
    cudaMemcpy(d_log, &log, sizeof(Log), cudaMemcpyHostToDevice);
    record<<<1, EVENTS>>>(d_log);
    cudaMemcpy(&log, d_log, sizeof(Log), cudaMemcpyDeviceToHost);
    printf("%d %d\n", log.events[0], log.events[1]);
    cudaFree(d_log);
    return 0;
}
