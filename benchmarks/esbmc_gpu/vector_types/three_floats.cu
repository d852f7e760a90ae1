// expect: SUCCESSFUL
// Centres of triangles: float3 has 12 bytes, in an array as well.
#include <assert.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define TRIANGLES 200

inline __host__ __device__ float3 operator+(float3 a, float3 b)
{
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

inline __host__ __device__ float3 operator*(float s, float3 a)
{
    return make_float3(s * a.x, s * a.y, s * a.z);
}

__global__ void centres(const float3 *corners, float3 *centre, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        centre[i] = 0.25f * (corners[3 * i] + corners[3 * i + 1] + 2.0f * corners[3 * i + 2]);
}

int main(void)
{
    const size_t corner_bytes = 3 * TRIANGLES * sizeof(float3), centre_bytes = TRIANGLES * sizeof(float3);
    float3 *corners = (float3 *)malloc(corner_bytes), *centre = (float3 *)malloc(centre_bytes);
    for (int i = 0; i < 3 * TRIANGLES; i++)
        corners[i] = make_float3(i % 3 == 0 ? 4 : 0, i % 3 == 1 ? 8 : 0, i % 3 == 2 ? 2 : 0);
    float3 *d_corners, *d_centre;
    cudaMalloc((void **)&d_corners, corner_bytes);
    cudaMalloc((void **)&d_centre, centre_bytes);
    cudaMemcpy(d_corners, corners, corner_bytes, cudaMemcpyHostToDevice);
    centres<<<(TRIANGLES + 127) / 128, 128>>>(d_corners, d_centre, TRIANGLES);
    cudaMemcpy(centre, d_centre, centre_bytes, cudaMemcpyDeviceToHost);
    for (int i = 0; i < TRIANGLES; i++)
        assert(centre[i].x == 1 && centre[i].y == 2 && centre[i].z == 1);
    cudaFree(d_corners);
    cudaFree(d_centre);
    free(corners);
    free(centre);
    return 0;
}
