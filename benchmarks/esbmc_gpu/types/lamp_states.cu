// expect: SUCCESSFUL
// Traffic lights go through the values of an enumeration, the last of which is followed by the first.
#include <assert.h>
#include <cuda_runtime.h>

#define LIGHTS 512

typedef enum Lamp { RED, RED_YELLOW, GREEN, YELLOW, LAMPS } Lamp;

typedef struct {
    Lamp lamp;
    unsigned int age, seconds;
} Light;

__constant__ unsigned char duration[LAMPS] = {20, 2, 15, 3};

__global__ void advance(Light *lights, int seconds)
{
    Light *mine = &lights[blockIdx.x * blockDim.x + threadIdx.x];
    for (int s = 0; s < seconds; s++) {
        mine->seconds++;
        if (++mine->age == duration[mine->lamp]) {
            mine->lamp = (Lamp)((mine->lamp + 1) % LAMPS);
            mine->age = 0;
        }
    }
}

int main(void)
{
    static Light lights[LIGHTS], *d_lights;
    for (int i = 0; i < LIGHTS; i++)
        lights[i].lamp = (Lamp)(i % LAMPS);
    cudaMalloc(&d_lights, sizeof(lights));
    cudaMemcpy(d_lights, lights, sizeof(lights), cudaMemcpyHostToDevice);
    advance<<<LIGHTS / 128, 128>>>(d_lights, 5);
    cudaMemcpy(lights, d_lights, sizeof(lights), cudaMemcpyDeviceToHost);
    cudaFree(d_lights);
    assert(lights[0].lamp == RED && lights[0].age == 5);
    assert(lights[1].lamp == GREEN && lights[1].age == 3);
    assert(lights[3].lamp == RED && lights[3].age == 2);
    return 0;
}
