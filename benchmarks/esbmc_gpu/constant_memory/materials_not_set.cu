// expect: FAILED
// property: division-by-zero
// A table of structs in constant memory is never set, and holds zeros.
#include <cuda_runtime.h>

#define MATERIALS 3
#define N 1024

struct Material {
    int id;
    int speed; // tenths of the speed in vacuum
};

__constant__ struct Material materials[MATERIALS];

__global__ void transit(const int *thickness, const unsigned char *material, int *time, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        time[i] = thickness[i] * 10 / materials[material[i]].speed; // violation
}


int main(void)
{
    int thickness[N], time[N], *d_thickness, *d_time;
    unsigned char material[N], *d_material;
    for (int i = 0; i < N; i++) {
        thickness[i] = 4 * i;
        material[i] = i % MATERIALS;
    }
    cudaMalloc((void **)&d_thickness, sizeof(thickness));
    cudaMalloc((void **)&d_time, sizeof(time));
    cudaMalloc((void **)&d_material, sizeof(material));
    cudaMemcpy(d_thickness, thickness, sizeof(thickness), cudaMemcpyHostToDevice);
    cudaMemcpy(d_material, material, sizeof(material), cudaMemcpyHostToDevice);
    transit<<<N / 128, 128>>>(d_thickness, d_material, d_time, N);
    cudaMemcpy(time, d_time, sizeof(time), cudaMemcpyDeviceToHost);
    cudaFree(d_thickness);
    cudaFree(d_time);
    cudaFree(d_material);
    return 0;
}
