// expect: SUCCESSFUL
// A rumour spreads along 128 people in three launches: everyone looks at the neighbours in the old copy.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define PEOPLE 128
#define DAYS 3

__global__ void spread(bool *tomorrow, const bool *today)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool knows = today[i];
    if (i > 0)
        knows |= today[i - 1];
    if (i < PEOPLE - 1)
        knows |= today[i + 1];
    tomorrow[i] = knows;
}

int main(void)
{
    bool people[PEOPLE] = {false}, *d_people[2];
    people[40] = people[100] = true;
    cudaMalloc((void **)&d_people[0], sizeof(people));
    cudaMalloc((void **)&d_people[1], sizeof(people));
    cudaMemcpy(d_people[0], people, sizeof(people), cudaMemcpyHostToDevice);
    for (int day = 0; day < DAYS; day++)
        spread<<<PEOPLE / 64, 64>>>(d_people[(day + 1) % 2], d_people[day % 2]);
    cudaMemcpy(people, d_people[DAYS % 2], sizeof(people), cudaMemcpyDeviceToHost);
    for (int i = 0; i < PEOPLE; i++)
        assert(people[i] == (abs(i - 40) <= DAYS || abs(i - 100) <= DAYS));
    cudaFree(d_people[0]);
    cudaFree(d_people[1]);
    return 0;
}
