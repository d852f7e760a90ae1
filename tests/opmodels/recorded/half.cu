/* Half precision: one line of values for each function, on the same inputs; all NaN are one. */
#ifndef VALUE
#define BEGIN(name) printf("%s", name);
#define VALUE(x) printf(" %llx", (unsigned long long)(x));
#define END printf("\n");
#endif
#include <cstdio>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

static const unsigned short pairs[][2] = {
    {0,0}, {0,32256}, {0,31743}, {0,50432}, {32768,31744}, {32768,1023}, {32768,16896}, {15360,15360},
    {15360,1}, {15360,14336}, {48128,0}, {48128,32256}, {48128,31743}, {48128,50432}, {31744,31744},
    {31744,1023}, {31744,16896}, {64512,15360}, {64512,1}, {64512,14336}, {32256,0}, {32256,32256},
    {32256,31743}, {32256,50432}, {32767,31744}, {32767,1023}, {32767,16896}, {1,15360}, {1,1}, {1,14336},
    {32769,0}, {32769,32256}, {32769,31743}, {32769,50432}, {1023,31744}, {1023,1023}, {1023,16896},
    {1024,15360}, {1024,1}, {1024,14336}, {31743,0}, {31743,32256}, {31743,31743}, {31743,50432}, {64511,31744},
    {64511,1023}, {64511,16896}, {14336,15360}, {14336,1}, {14336,14336}, {13653,0}, {13653,32256},
    {13653,31743}, {13653,50432}, {16896,31744}, {16896,1023}, {16896,16896}, {16968,15360}, {16968,1},
    {16968,14336}, {50432,0}, {50432,32256}, {50432,31743}, {50432,50432}, {25600,31744}, {25600,1023},
    {25600,16896}, {52684,31744}, {33281,40236}, {56036,29267}, {14336,12101}, {60569,31744}, {60569,35303},
    {64512,25600}, {0,48128}, {53060,41579}, {29687,39022}, {41279,32256}, {50432,60569}, {56155,12201},
    {6168,32769}, {6168,31179}, {32256,15360}, {51968,12445}, {29267,63226}, {31744,16968}, {1,64512},
    {1,40236}, {51968,6168}, {33548,56155}, {56737,36685}, {29687,12445}, {5256,5940}, {48171,45492},
    {1952,20331}, {40272,43262}, {13275,33973}, {21427,26526}, {57689,14037}, {54859,58697}, {29533,30890},
    {20668,46941}, {57201,39816}, {1252,42007}, {9232,52222}, {52912,24162}, {705,49483}, {45699,62050},
    {59391,14675}, {40995,58151}, {61882,22485}, {42048,60570}, {35189,64012}, {5424,2433}, {53027,56855},
    {9207,30838}, {61980,57667}};
static const unsigned floats[] = {
    0x0, 0xff800000, 0x33800000, 0x477fefff, 0x3f801001, 0x7f7fffff, 0x3f818000, 0xf9218af2, 0x85fae26b,
    0xb905579f, 0xfa93ffce, 0x9a870e44, 0x9fceb71a, 0x3422dc67, 0x87318ae1, 0x715f8ae1, 0x749f265f, 0x950d7616,
    0xc728d420, 0xff64fb1b, 0xbbfa1535, 0x1d267d54, 0xc5d7af5a, 0xb9c0466b, 0x3a366cb9, 0xc79496f8, 0xbcbf48b0,
    0xc5eb433c, 0xc6eb0d51, 0x3dca50c2, 0xc1e85bc5, 0xc50a7570, 0x475cecc4, 0x47f4e97b, 0x429fc877, 0xb85e920f,
    0xb78b7c96, 0xc3144fc3, 0xc32719cb, 0xb48352a6, 0xc2ab4918, 0xc1be7821, 0x326727f8, 0x3266b03d, 0x3e578f8d,
    0x33bc584d, 0xc08232a0};
static const unsigned numbers[] = {
    0u, 3u, 2049u, 65504u, 65535u, 2147483647u, 257u, 1668u, 12872651u, 11839u, 216602059u, 3u, 10809u, 12u,
    195u, 94u, 12u, 33u, 129806834u, 17u, 2083209320u, 6u, 40119827u, 146969u, 1u, 837u, 3366060u};
#define COUNT(table) int(sizeof table / sizeof table[0])

#define H(x) __ushort_as_half((unsigned short)(x))
static __device__ unsigned long long one_nan(unsigned short bits) {
    return (bits & 0x7fff) > 0x7c00 ? 0x7e00 : bits;
}
#define U(x) one_nan(__half_as_ushort(x))

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
    FLOAT(from_double, U(__double2half(double(x)))) \
    PAIR(__half2int_rn, (long long)__half2int_rn(a)) \
    PAIR(__half2int_rz, (long long)__half2int_rz(a)) \
    PAIR(__half2int_ru, (long long)__half2int_ru(a)) \
    PAIR(__half2int_rd, (long long)__half2int_rd(a)) \
    PAIR(__half2uint_rn, (long long)__half2uint_rn(a)) \
    PAIR(__half2uint_rz, (long long)__half2uint_rz(a)) \
    PAIR(__half2uint_ru, (long long)__half2uint_ru(a)) \
    PAIR(__half2uint_rd, (long long)__half2uint_rd(a)) \
    PAIR(__half2short_rn, (long long)__half2short_rn(a)) \
    PAIR(__half2short_rz, (long long)__half2short_rz(a)) \
    PAIR(__half2short_ru, (long long)__half2short_ru(a)) \
    PAIR(__half2short_rd, (long long)__half2short_rd(a)) \
    PAIR(__half2ushort_rn, (long long)__half2ushort_rn(a)) \
    PAIR(__half2ushort_rz, (long long)__half2ushort_rz(a)) \
    PAIR(__half2ll_rn, (long long)__half2ll_rn(a)) \
    PAIR(__half2ll_rz, (long long)__half2ll_rz(a)) \
    PAIR(__half2ull_rn, (long long)__half2ull_rn(a)) \
    PAIR(__half2ull_rz, (long long)__half2ull_rz(a)) \
    FLOAT(__float2half_rn, U(__float2half_rn(x))) \
    FLOAT(__float2half_rz, U(__float2half_rz(x))) \
    FLOAT(__float2half_ru, U(__float2half_ru(x))) \
    FLOAT(__float2half_rd, U(__float2half_rd(x))) \
    NUMBER(__int2half_rn, U(__int2half_rn((int)u))) \
    NUMBER(__int2half_rz, U(__int2half_rz((int)u))) \
    NUMBER(__int2half_ru, U(__int2half_ru((int)u))) \
    NUMBER(__int2half_rd, U(__int2half_rd((int)u))) \
    NUMBER(__uint2half_rn, U(__uint2half_rn((unsigned)u))) \
    NUMBER(__uint2half_rz, U(__uint2half_rz((unsigned)u))) \
    NUMBER(__short2half_rn, U(__short2half_rn((short)u))) \
    NUMBER(__ushort2half_rn, U(__ushort2half_rn((unsigned short)u))) \
    NUMBER(__ll2half_rn, U(__ll2half_rn((long long)u))) \
    NUMBER(__ull2half_rn, U(__ull2half_rn((unsigned long long)u)))

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
