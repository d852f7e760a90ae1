/* bfloat16: one line of values for each function, on the same inputs; all NaN are one. */
#ifndef VALUE
#define BEGIN(name) printf("%s", name);
#define VALUE(x) printf(" %llx", (unsigned long long)(x));
#define END printf("\n");
#endif
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_bf16.h>

static const unsigned short pairs[][2] = {
    {0,0}, {0,32704}, {0,32639}, {0,49312}, {32768,32640}, {32768,127}, {32768,16448}, {16256,16256}, {16256,1},
    {16256,16128}, {49024,0}, {49024,32704}, {49024,32639}, {49024,49312}, {32640,32640}, {32640,127},
    {32640,16448}, {65408,16256}, {65408,1}, {65408,16128}, {32704,0}, {32704,32704}, {32704,32639},
    {32704,49312}, {32767,32640}, {32767,127}, {32767,16448}, {1,16256}, {1,1}, {1,16128}, {32769,0},
    {32769,32704}, {32769,32639}, {32769,49312}, {127,32640}, {127,127}, {127,16448}, {128,16256}, {128,1},
    {128,16128}, {32639,0}, {32639,32704}, {32639,32639}, {32639,49312}, {65407,32640}, {65407,127},
    {65407,16448}, {16128,16256}, {16128,1}, {16128,16128}, {16043,0}, {16043,32704}, {16043,32639},
    {16043,49312}, {16448,32640}, {16448,127}, {16448,16448}, {16457,16256}, {16457,1}, {16457,16128},
    {49312,0}, {49312,32704}, {49312,32639}, {49312,49312}, {17280,32640}, {17280,127}, {17280,16448},
    {65408,38558}, {61734,47005}, {38558,58157}, {127,35929}, {12123,16457}, {26385,55927}, {31769,38558},
    {61734,32639}, {30927,12951}, {17280,14245}, {11305,14245}, {49643,38558}, {61430,65407}, {59591,41075},
    {59591,17280}, {32704,32769}, {16256,31423}, {12951,35929}, {35929,32769}, {7122,12123}, {59591,32639},
    {61734,49312}, {38979,16128}, {49643,49643}, {1,16043}, {17443,30345}, {35792,36747}, {21935,39420},
    {49697,37590}, {26436,11800}, {55532,48344}, {27001,30672}, {8616,17279}, {51610,9486}, {59838,45174},
    {59338,56036}, {21650,34406}, {40383,58991}, {57478,4574}, {31176,45541}, {57655,4485}, {36959,52773},
    {34055,51927}, {47722,19612}, {9258,23363}, {21256,32664}, {56295,60466}, {1050,11264}, {62223,57682},
    {17949,56989}};
static const unsigned floats[] = {
    0x0, 0xff800000, 0x33800000, 0x477fefff, 0x3f801001, 0x7f7fffff, 0x3f818000, 0xda5aed7b, 0x5a76add9,
    0xc654afe7, 0xc886e5c3, 0xccaf68bc, 0x7e2fcc50, 0xee40b693, 0xb40ddaf1, 0xececef87, 0xc4aeecda, 0xb659ed8f,
    0xbe268b64, 0xcddfa8da, 0x41cb0d9c, 0x4efb4d79, 0x3a86fdc3, 0x340302e8, 0x37d23783, 0x34504cae, 0x40f09ad6,
    0x3aa78072, 0x3a570ff5, 0xc1ecab33, 0x3ca1ccef, 0xc7940567, 0x4425973d, 0xbda99926, 0x48a7b3c3, 0x3f6f5689,
    0x48d14063, 0xb648a2d0, 0x3619b5bd, 0xc87872d7, 0xbe7778eb, 0xbd5d9930, 0x342793e3, 0xc431d623, 0xb5473103,
    0xbac87012, 0xb82ed3ff};
static const unsigned numbers[] = {
    0u, 3u, 2049u, 65504u, 65535u, 2147483647u, 257u, 1894u, 26217593u, 12033u, 9730u, 263182325u, 14065287u,
    162783u, 67125u, 46u, 47412u, 15097306u, 101018u, 32009u, 16u, 1168203035u, 357649656u, 140240u, 1896195u,
    2298u, 1215343824u};
#define COUNT(table) int(sizeof table / sizeof table[0])

#define H(x) __ushort_as_bfloat16((unsigned short)(x))
static __device__ unsigned long long one_nan(unsigned short bits) {
    return (bits & 0x7fff) > 0x7f80 ? 0x7fc0 : bits;
}
#define U(x) one_nan(__bfloat16_as_ushort(x))

#define ALL(PAIR, FLOAT, NUMBER) \
    PAIR(__hadd, U(__hadd(a, b))) \
    PAIR(__hsub, U(__hsub(a, b))) \
    PAIR(__hmul, U(__hmul(a, b))) \
    PAIR(__hdiv, U(__hdiv(a, b))) \
    PAIR(__hmin, U(__hmin(a, b))) \
    PAIR(__hmax, U(__hmax(a, b))) \
    PAIR(__hmin_nan, U(__hmin_nan(a, b))) \
    PAIR(__hmax_nan, U(__hmax_nan(a, b))) \
    PAIR(__hadd_sat, U(__hadd_sat(a, b))) \
    PAIR(__hsub_sat, U(__hsub_sat(a, b))) \
    PAIR(__hmul_sat, U(__hmul_sat(a, b))) \
    PAIR(__heq, __heq(a, b)) \
    PAIR(__hne, __hne(a, b)) \
    PAIR(__hlt, __hlt(a, b)) \
    PAIR(__hle, __hle(a, b)) \
    PAIR(__hgt, __hgt(a, b)) \
    PAIR(__hge, __hge(a, b)) \
    PAIR(__hequ, __hequ(a, b)) \
    PAIR(__hneu, __hneu(a, b)) \
    PAIR(__hltu, __hltu(a, b)) \
    PAIR(__hleu, __hleu(a, b)) \
    PAIR(__hgtu, __hgtu(a, b)) \
    PAIR(__hgeu, __hgeu(a, b)) \
    PAIR(__hneg, U(__hneg(a))) \
    PAIR(__habs, U(__habs(a))) \
    PAIR(hfloor, U(hfloor(a))) \
    PAIR(hceil, U(hceil(a))) \
    PAIR(htrunc, U(htrunc(a))) \
    PAIR(hrint, U(hrint(a))) \
    PAIR(hsqrt, U(hsqrt(a))) \
    PAIR(hrsqrt, U(hrsqrt(a))) \
    PAIR(hrcp, U(hrcp(a))) \
    PAIR(hexp, U(hexp(a))) \
    PAIR(hexp2, U(hexp2(a))) \
    PAIR(hexp10, U(hexp10(a))) \
    PAIR(hlog, U(hlog(a))) \
    PAIR(hlog2, U(hlog2(a))) \
    PAIR(hlog10, U(hlog10(a))) \
    PAIR(hsin, U(hsin(a))) \
    PAIR(hcos, U(hcos(a))) \
    PAIR(__hfma, U(__hfma(a, b, c))) \
    PAIR(__hfma_sat, U(__hfma_sat(a, b, c))) \
    PAIR(__hfma_relu, U(__hfma_relu(a, b, c))) \
    PAIR(__hisnan, __hisnan(a)) \
    PAIR(__hisinf, __hisinf(a)) \
    PAIR(quotient, U(a / b - b)) \
    FLOAT(from_double, U(__double2bfloat16(double(x)))) \
    PAIR(__bfloat162int_rn, (long long)__bfloat162int_rn(a)) \
    PAIR(__bfloat162int_rz, (long long)__bfloat162int_rz(a)) \
    PAIR(__bfloat162int_ru, (long long)__bfloat162int_ru(a)) \
    PAIR(__bfloat162int_rd, (long long)__bfloat162int_rd(a)) \
    PAIR(__bfloat162uint_rn, (long long)__bfloat162uint_rn(a)) \
    PAIR(__bfloat162uint_rz, (long long)__bfloat162uint_rz(a)) \
    PAIR(__bfloat162uint_ru, (long long)__bfloat162uint_ru(a)) \
    PAIR(__bfloat162uint_rd, (long long)__bfloat162uint_rd(a)) \
    PAIR(__bfloat162short_rn, (long long)__bfloat162short_rn(a)) \
    PAIR(__bfloat162short_rz, (long long)__bfloat162short_rz(a)) \
    PAIR(__bfloat162short_ru, (long long)__bfloat162short_ru(a)) \
    PAIR(__bfloat162short_rd, (long long)__bfloat162short_rd(a)) \
    PAIR(__bfloat162ushort_rn, (long long)__bfloat162ushort_rn(a)) \
    PAIR(__bfloat162ushort_rz, (long long)__bfloat162ushort_rz(a)) \
    PAIR(__bfloat162ll_rn, (long long)__bfloat162ll_rn(a)) \
    PAIR(__bfloat162ll_rz, (long long)__bfloat162ll_rz(a)) \
    PAIR(__bfloat162ull_rn, (long long)__bfloat162ull_rn(a)) \
    PAIR(__bfloat162ull_rz, (long long)__bfloat162ull_rz(a)) \
    FLOAT(__float2bfloat16_rn, U(__float2bfloat16_rn(x))) \
    FLOAT(__float2bfloat16_rz, U(__float2bfloat16_rz(x))) \
    FLOAT(__float2bfloat16_ru, U(__float2bfloat16_ru(x))) \
    FLOAT(__float2bfloat16_rd, U(__float2bfloat16_rd(x))) \
    NUMBER(__int2bfloat16_rn, U(__int2bfloat16_rn((int)u))) \
    NUMBER(__int2bfloat16_rz, U(__int2bfloat16_rz((int)u))) \
    NUMBER(__int2bfloat16_ru, U(__int2bfloat16_ru((int)u))) \
    NUMBER(__int2bfloat16_rd, U(__int2bfloat16_rd((int)u))) \
    NUMBER(__uint2bfloat16_rn, U(__uint2bfloat16_rn((unsigned)u))) \
    NUMBER(__uint2bfloat16_rz, U(__uint2bfloat16_rz((unsigned)u))) \
    NUMBER(__short2bfloat16_rn, U(__short2bfloat16_rn((short)u))) \
    NUMBER(__ushort2bfloat16_rn, U(__ushort2bfloat16_rn((unsigned short)u))) \
    NUMBER(__ll2bfloat16_rn, U(__ll2bfloat16_rn((long long)u))) \
    NUMBER(__ull2bfloat16_rn, U(__ull2bfloat16_rn((unsigned long long)u)))

#define KERNEL(name, declarations, value)                                               \
    __global__ void k_##name(const unsigned *in, int n, unsigned long long *out) {      \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                  \
        if (i < n) {                                                                    \
            declarations;                                                               \
            out[i] = value;                                                             \
        }                                                                               \
    }
#define OF_PAIR(name, value) \
    KERNEL(name, auto both = (const unsigned short *)(in + i); auto a = H(both[0]); auto b = H(both[1]); \
           auto c = H(both[0] ^ both[1]), value)
#define OF_FLOAT(name, value) KERNEL(name, float x = __uint_as_float(in[i]), value)
#define OF_NUMBER(name, value) KERNEL(name, unsigned u = in[i], value)
ALL(OF_PAIR, OF_FLOAT, OF_NUMBER)

template <class Kernel, class Table>
void run(const char *name, Kernel kernel, const Table &table, int n) {
    static unsigned long long values[COUNT(pairs)];
    unsigned *in;
    unsigned long long *out;
    cudaMalloc(&in, sizeof table);
    cudaMalloc(&out, sizeof values);
    cudaMemcpy(in, table, sizeof table, cudaMemcpyHostToDevice);
    kernel<<<1, 128>>>(in, n, out);
    cudaMemcpy(values, out, n * sizeof values[0], cudaMemcpyDeviceToHost);
    BEGIN(name)
    for (int i = 0; i < n; i++) VALUE(values[i])
    END
    cudaFree(in);
    cudaFree(out);
}

int main() {
#define RUN_PAIR(name, value) run(#name, k_##name, pairs, COUNT(pairs));
#define RUN_FLOAT(name, value) run(#name, k_##name, floats, COUNT(floats));
#define RUN_NUMBER(name, value) run(#name, k_##name, numbers, COUNT(numbers));
    ALL(RUN_PAIR, RUN_FLOAT, RUN_NUMBER)
}
