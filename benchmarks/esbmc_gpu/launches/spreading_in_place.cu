// expect: FAILED
// property: data-race
// A rumour spreads in place: everyone looks at neighbours who may hear of it in the same launch.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define PEOPLE 128
#define DAYS 3

__global__ void spread(bool *people)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool knows = people[i];
    if (i > 0)
        knows |= people[i - 1]; // violation
    if (i < PEOPLE - 1)
        knows |= people[i + 1]; // violation
    people[i] = knows; // violation
}

int main(void)
{
    bool people[PEOPLE] = {false}, *d_people;
    people[40] = people[100] = true;
    cudaMalloc((void **)&d_people, sizeof(people));
    cudaMemcpy(d_people, people, sizeof(people), cudaMemcpyHostToDevice);
    for (int day = 0; day < DAYS; day++)
        spread<<<PEOPLE / 64, 64>>>(d_people);
    cudaMemcpy(people, d_people, sizeof(people), cudaMemcpyDeviceToHost);
    for (int i = 0; i < PEOPLE; i++)
        printf("%d", people[i]);
    cudaFree(d_people);
    return 0;
}
