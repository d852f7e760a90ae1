// expect: SUCCESSFUL
// Four events are logged in a ring of two places; atomicInc wraps to 0 when it has seen the last place.
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
    unsigned int place = atomicInc(&log->next, PLACES - 1);
    atomicExch(&log->events[place], threadIdx.x + 100);
}

int main(void)
{
    Log log = {0, {-1, -1}};
    Log *d_log;
    cudaMalloc((void **)&d_log, sizeof(Log));
    cudaMemcpy(d_log, &log, sizeof(Log), cudaMemcpyHostToDevice);
    record<<<1, EVENTS>>>(d_log);
    cudaMemcpy(&log, d_log, sizeof(Log), cudaMemcpyDeviceToHost);
    assert(log.next == 0);
    assert(log.events[0] >= 100 && log.events[1] >= 100 && log.events[0] != log.events[1]);
    cudaFree(d_log);
    return 0;
}
