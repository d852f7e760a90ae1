// Runs the functions of curand_kernel.h on the host: a call on each line of the input, its result on a line of the output.
#define QUALIFIERS static inline __host__ __device__
#include <curand_kernel.h>
#include <cstdio>
#include <cstring>

static unsigned long long a, b, c;
static char name[64];

static void tell(unsigned int x) { printf("%u\n", x); }
static void tell(float x) { printf("%a\n", x); }
static void tell(double x) { printf("%a\n", x); }
static void tell(float2 x) { printf("%a %a\n", x.x, x.y); }
static void tell(double2 x) { printf("%a %a\n", x.x, x.y); }
static void tell(float4 x) { printf("%a %a %a %a\n", x.x, x.y, x.z, x.w); }
static void tell(uint4 x) { printf("%u %u %u %u\n", x.x, x.y, x.z, x.w); }

static bool is(const char *other) { return strcmp(name, other) == 0; }

static void more(curandStateXORWOW_t *) {}
static void more(curandStateMRG32k3a_t *s) {
    if (is("skipahead_subsequence")) skipahead_subsequence(a, s), printf("\n");
}
static void more(curandStatePhilox4_32_10_t *s) {
    if (is("curand4")) tell(curand4(s));
    if (is("curand_uniform4")) tell(curand_uniform4(s));
    if (is("curand_uniform2_double")) tell(curand_uniform2_double(s));
    if (is("curand_normal4")) tell(curand_normal4(s));
    if (is("curand_log_normal4")) tell(curand_log_normal4(s, 0.5f, 0.25f));
}

template <typename State> static void run() {
    State state, *s = &state;
    while (scanf("%63s %llu %llu %llu", name, &a, &b, &c) == 4) {
        if (is("curand_init")) curand_init(a, b, c, s), printf("\n");
        else if (is("skipahead")) skipahead(a, s), printf("\n");
        else if (is("skipahead_sequence")) skipahead_sequence(a, s), printf("\n");
        else if (is("curand")) tell(curand(s));
        else if (is("curand_uniform")) tell(curand_uniform(s));
        else if (is("curand_uniform_double")) tell(curand_uniform_double(s));
        else if (is("curand_normal")) tell(curand_normal(s));
        else if (is("curand_normal_double")) tell(curand_normal_double(s));
        else if (is("curand_normal2")) tell(curand_normal2(s));
        else if (is("curand_normal2_double")) tell(curand_normal2_double(s));
        else if (is("curand_log_normal")) tell(curand_log_normal(s, 0.5f, 0.25f));
        else if (is("curand_log_normal_double")) tell(curand_log_normal_double(s, 0.5, 0.25));
        else if (is("curand_log_normal2")) tell(curand_log_normal2(s, 0.5f, 0.25f));
        else if (is("curand_log_normal2_double")) tell(curand_log_normal2_double(s, 0.5, 0.25));
        else if (is("curand_poisson")) tell(curand_poisson(s, 7.5));
        else more(s);
    }
}

int main(int, char **argv) {
    switch (*argv[1]) {
        case 'X': run<curandStateXORWOW_t>(); break;
        case 'M': run<curandStateMRG32k3a_t>(); break;
        default: run<curandStatePhilox4_32_10_t>();
    }
}
