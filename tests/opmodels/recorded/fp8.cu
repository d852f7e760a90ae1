/* Numbers of 8 bits: encoding and decoding, one line for each format and way to saturate; all NaN are one. */
#ifndef VALUE
#define BEGIN(name) printf("%s", name);
#define VALUE(x) printf(" %llx", (unsigned long long)(x));
#define END printf("\n");
#endif
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp8.h>

__device__ unsigned mix(unsigned x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

__device__ float number(int i) {
    const unsigned special[] = {
        0, 0x80000000, 0x3f800000, 0x7f800000, 0xff800000, 0x7fc00000, 0x43e00000, 0x43e80000,
        0x43e80001, 0x43f00000, 0x47600000, 0x47680000, 0x47700000, 0x3a800000, 0x3b000000,
        0x37800000, 0x37000000, 0x37000001, 0x3b800000, 0x1, 0x7f7fffff, 0xc3e80000};
    if (i < 22) return __uint_as_float(special[i]);
    unsigned m = mix(i);
    if (i < 150) return __uint_as_float((100 + m % 46) << 23 | (mix(m) & 0x7fffff) | (m & 0x80000000u));
    return (float)((int)(m % 4001) - 2000) / 64.f;
}

__device__ unsigned one_nan(unsigned bits, __nv_fp8_interpretation_t format) {
    return (bits & 0x7f) > (format == __NV_E5M2 ? 0x7c : 0x7e) ? 0x7f : bits;
}

__global__ void of_float(unsigned *out, __nv_saturation_t saturation, __nv_fp8_interpretation_t format) {
    int i = threadIdx.x;
    out[i] = one_nan(__nv_cvt_float_to_fp8(number(i), saturation, format), format);
}

__global__ void of_double(unsigned *out, __nv_saturation_t saturation, __nv_fp8_interpretation_t format) {
    int i = threadIdx.x;
    out[i] = one_nan(__nv_cvt_double_to_fp8((double)number(i) * 1.0000001, saturation, format), format);
}

__global__ void to_half(unsigned *out, __nv_fp8_interpretation_t format) {
    unsigned bits = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)threadIdx.x, format).x;
    out[threadIdx.x] = (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}

static unsigned values[256];

#define SHOW(name, launch)                                                    \
    launch;                                                                   \
    cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);           \
    BEGIN(name)                                                               \
    for (int i = 0; i < 256; i++) VALUE(values[i])                            \
    END

int main() {
    unsigned *out;
    cudaMalloc(&out, sizeof values);
    for (int saturates = 0; saturates < 2; saturates++)
        for (int wide = 0; wide < 2; wide++) {
            auto saturation = saturates ? __NV_SATFINITE : __NV_NOSAT;
            auto format = wide ? __NV_E5M2 : __NV_E4M3;
            SHOW("of_float", (of_float<<<1, 256>>>(out, saturation, format)))
            SHOW("of_double", (of_double<<<1, 256>>>(out, saturation, format)))
        }
    SHOW("to_half", (to_half<<<1, 256>>>(out, __NV_E4M3)))
    SHOW("to_half", (to_half<<<1, 256>>>(out, __NV_E5M2)))
    cudaFree(out);
}
