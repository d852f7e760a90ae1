// expect: SUCCESSFUL
// Values of three kinds in a union with a tag; a switch turns each into a double.
#include <assert.h>
#include <cuda_runtime.h>

#define N 768

typedef enum { VT_INT, VT_FLOAT, VT_RATIO } Kind;

typedef struct {
    Kind kind;
    union {
        int i;
        float f;
        struct {
            short above, below;
        } ratio;
    } as;
} Variant;

__device__ double number(const Variant *v)
{
    double result = 0;
    switch (v->kind) {
    case VT_INT:
        result = v->as.i;
        break;
    case VT_FLOAT:
        result = v->as.f;
        break;
    case VT_RATIO:
        result = (double)v->as.ratio.above / v->as.ratio.below;
        break;
    }
    return result;
}

__global__ void numbers(const Variant *in, double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = number(in + i);
}

int main(void)
{
    Variant v[N], *d_v;
    double out[N], *d_out;
    for (int i = 0; i < N; i++) {
        v[i].kind = (Kind)(i % 3);
        switch (v[i].kind) {
        case VT_INT: v[i].as.i = i; break;
        case VT_FLOAT: v[i].as.f = i; break;
        case VT_RATIO:
            v[i].as.ratio.above = 2 * i;
            v[i].as.ratio.below = 2;
        }
    }
    cudaMalloc((void **)&d_v, sizeof(v));
    cudaMalloc((void **)&d_out, sizeof(out));
    cudaMemcpy(d_v, v, sizeof(v), cudaMemcpyHostToDevice);
    numbers<<<N / 128, 128>>>(d_v, d_out);
    cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
    for (int i = 0; i < N; i++)
        assert(out[i] == i);
    cudaFree(d_v);
    cudaFree(d_out);
    return 0;
}
