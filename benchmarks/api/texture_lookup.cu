// expect: SUCCESSFUL
// A table is read through a texture object and freed behind it.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>
#include <string.h>

#define N 16

__global__ void lookup(cudaTextureObject_t table, float *out)
{
    out[threadIdx.x] = tex1Dfetch<float>(table, threadIdx.x);
}

int main(void)
{
    float table[N], out[N], *d_table, *d_out;
    for (int i = 0; i < N; i++)
        table[i] = 0.5f * i;
    cudaMalloc((void **)&d_table, sizeof(table));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_table, table, sizeof(table), cudaMemcpyHostToDevice);
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof(resource));
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = d_table;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = sizeof(table);
    cudaTextureDesc texture;
    memset(&texture, 0, sizeof(texture));
    texture.readMode = cudaReadModeElementType;
    cudaTextureObject_t object;
    cudaCreateTextureObject(&object, &resource, &texture, NULL);
    lookup<<<1, N>>>(object, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] == table[i]);
    cudaDestroyTextureObject(object);
    cudaFree(d_table);
    cudaFree(d_out);
    return 0;
}
