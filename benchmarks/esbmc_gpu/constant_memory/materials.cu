// expect: SUCCESSFUL
// A table of structs in constant memory, set before the launch: times of light through layers of materials.
#include <assert.h>
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
        time[i] = thickness[i] * 10 / materials[material[i]].speed;
}

static void set_materials(void)
{
    struct Material table[MATERIALS] = {{0, 10}, {1, 8}, {2, 5}};
    cudaMemcpyToSymbol(materials, table, sizeof(table), 0, cudaMemcpyHostToDevice);
}

int main(void)
{
    int thickness[N], time[N], *d_thickness, *d_time;
    unsigned char material[N], *d_material;
    for (int i = 0; i < N; i++) {
        thickness[i] = 4 * i;
        material[i] = i % MATERIALS;
    }
    set_materials();
    cudaMalloc((void **)&d_thickness, sizeof(thickness));
    cudaMalloc((void **)&d_time, sizeof(time));
    cudaMalloc((void **)&d_material, sizeof(material));
    cudaMemcpy(d_thickness, thickness, sizeof(thickness), cudaMemcpyHostToDevice);
    cudaMemcpy(d_material, material, sizeof(material), cudaMemcpyHostToDevice);
    transit<<<N / 128, 128>>>(d_thickness, d_material, d_time, N);
    cudaMemcpy(time, d_time, sizeof(time), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(time[i] == (i % 3 == 0 ? 4 * i : i % 3 == 1 ? 5 * i : 8 * i));
    cudaFree(d_thickness);
    cudaFree(d_time);
    cudaFree(d_material);
    return 0;
}
