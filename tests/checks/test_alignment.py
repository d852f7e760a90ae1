"""misaligned-access: what device code asks of its addresses, in both front ends."""

from pathlib import Path
from random import Random

import pytest

from cudabmc import Verdict, verify
from tests.checks.program_cases import Case, cases, check, run

PROGRAMS = r"""
//# vector_at_byte_4
__global__ void k(float *p) { *(float4 *)(p + 1) = make_float4(1, 2, 3, 4); }    // <- misaligned-access
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d);
    return 0;
}
//# vector_at_byte_16
__global__ void k(float *p) { *(float4 *)(p + 4) = make_float4(1, 2, 3, 4); }
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d);
    return 0;
}
//# vector_that_is_read
__global__ void k(float *p, float *out) {
    int i = threadIdx.x;
    float4 v = reinterpret_cast<const float4 *>(p + i)[0];    // <- misaligned-access
    out[i] = v.x + v.w;
}
int main(void) {
    float *d, *e;
    cudaMalloc((void **)&d, 64);
    cudaMalloc((void **)&e, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 4>>>(d, e);
    return 0;
}
//# read_only_cache
__global__ void k(const float *p, float *out) { *out = __ldg((const float2 *)(p + 1)).x; }    // <- misaligned-access
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, d + 8);
    return 0;
}
//# vector_at_a_symbolic_index
__global__ void k(float *p, int n) { *(float2 *)(p + n) = make_float2(1, 2); }    // <- misaligned-access
int main(void) {
    int n = nondet_int();
    float *d;
    __ESBMC_assume(0 <= n && n < 8);
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d, n);
    return 0;
}
//# vector_at_an_even_index
__global__ void k(float *p, int n) {
    if (n % 2 == 0) *(float2 *)(p + n) = make_float2(1, 2);
    ((float2 *)p)[n / 2] = make_float2(3, 4);
}
int main(void) {
    int n = nondet_int();
    float *d;
    __ESBMC_assume(0 <= n && n < 8);
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d, n);
    return 0;
}
//# scalars_in_a_buffer_of_bytes
__global__ void k(char *p, int n) {
    *(short *)(p + 2) = 1;
    *(int *)(p + 2) = 2;                        // <- misaligned-access
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d, 0);
    return 0;
}
//# double_behind_a_float
__global__ void k(char *p) {
    float *f = (float *)p;
    double *g = (double *)(f + 3);
    *g = 1;                                     // <- misaligned-access
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d);
    return 0;
}
//# part_of_dynamic_shared_memory
__global__ void k(int n, double *out) {
    extern __shared__ char s[];
    float *f = (float *)s;
    double *g = (double *)(f + n);
    f[0] = 1;
    *g = 2;                                     // <- misaligned-access
    *out = *g;
}
int main(void) {
    double *d;
    cudaMalloc((void **)&d, 8);
    k<<<1, 1, 64>>>(3, d);
    return 0;
}
//# shared_floats_as_vectors
__global__ void k(float *out) {
    __shared__ float s[8];
    float4 *v = (float4 *)s;
    v[0] = make_float4(1, 2, 3, 4);
    v[1] = v[0];
    out[0] = s[5];
    float l[4] = {1, 2, 3, 4};
    *(float4 *)out = *(float4 *)l;
}
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 16);
    k<<<1, 1>>>(d);
    return 0;
}
//# member_of_a_vector
__global__ void k(float *p, int n) { p[0] = ((float4 *)(p + n))->y; }
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, 1);
    return 0;
}
//# vector_of_three
__global__ void k(float *p, int n) { *(float3 *)(p + n) = make_float3(1, 2, 3); }
int main(void) {
    int n = nondet_int();
    float *d;
    __ESBMC_assume(0 <= n && n < 8);
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d, n);
    return 0;
}
//# packed_members
#pragma pack(push, 1)
struct Packed { char c; int x; double d; short a[3]; struct { char e; int y; } in; int f : 7; int g : 13; };
#pragma pack(pop)
__global__ void k(struct Packed *p, struct Packed *q, int *out, int i) {
    p->x = 1;
    p->d += 2.5;
    p->a[1] = 3;
    p->a[i] = 4;
    p->in.y = p->x;
    p->f = 3;
    p->g = 5;
    *q = *p;
    struct Packed r = *q;
    r.x++;
    out[0] = r.x + q->a[1] + q->in.y + r.g;
}
int main(void) {
    struct Packed *d;
    int *e;
    cudaMalloc((void **)&d, 3 * sizeof *d);
    cudaMalloc((void **)&e, 4);
    cudaMemset(d, 0, 3 * sizeof *d);
    k<<<1, 1>>>(d + 1, d + 2, e, 2);
    return 0;
}
//# packed_member_by_value
#pragma pack(push, 1)
struct Packed { char c; int x; double d; };
#pragma pack(pop)
__device__ int get(struct Packed p) { return p.x; }
__global__ void k(struct Packed p, struct Packed *q) {
    struct Packed one = {1, 2, 3}, two = {0};
    *q = p;
    q->x += one.x + two.x + get(p) + get(*q);
}
int main(void) {
    struct Packed p, *d;
    p.c = 1; p.x = 2; p.d = 3;
    cudaMalloc((void **)&d, 3 * sizeof *d);
    k<<<1, 1>>>(p, d + 1);
    return 0;
}
//# struct_in_a_packed_one
struct In { int x; double d; };
#pragma pack(push, 1)
struct Packed { char c; struct In in; };
#pragma pack(pop)
__device__ double sum(struct In i) { return i.x + i.d; }
__global__ void k(struct Packed *p, struct In *q) {
    struct In i = p->in;
    i.x++;
    p->in = i;
    *q = p->in;
    q->d = sum(p->in);
}
int main(void) {
    struct Packed *d;
    struct In *e;
    cudaMalloc((void **)&d, sizeof *d);
    cudaMalloc((void **)&e, sizeof *e);
    cudaMemset(d, 0, sizeof *d);
    k<<<1, 1>>>(d, e);
    return 0;
}
//# address_of_a_packed_member
#pragma pack(push, 1)
struct Packed { char c; int x; };
#pragma pack(pop)
__global__ void k(struct Packed *p) {
    int *x = &p->x;
    *x = 1;                                     // <- misaligned-access
}
int main(void) {
    struct Packed *d;
    cudaMalloc((void **)&d, sizeof *d);
    k<<<1, 1>>>(d);
    return 0;
}
//# struct_of_doubles_at_4
struct Two { double a, b; };
__global__ void k(char *p, struct Two *q) { *q = *(struct Two *)(p + 4); }    // <- misaligned-access
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, (struct Two *)(d + 32));
    return 0;
}
//# atomics
__global__ void k(char *p, int n) {
    if (n) atomicAdd((unsigned long long *)(p + 8 * n), 1ull);
    atomicAdd((int *)(p + 4), 1);
    atomicAdd((unsigned long long *)(p + 4), 1ull);    // <- misaligned-access
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, 2);
    return 0;
}
//# atomic_at_a_symbolic_index
__global__ void k(char *p, unsigned n) { atomicMax((int *)(p + n), 3); }    // <- misaligned-access
int main(void) {
    unsigned n = nondet_uint();
    char *d;
    __ESBMC_assume(n < 61);
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, n);
    return 0;
}
//# one_of_two_pointers
__global__ void k(char *p, char *q, int c) {
    char *r = c > 0 ? p + 8 : q + 2;
    if (c < -5) r = p;
    if (c != 0) *(short *)r = 1;
    if (c > 0 || c < -5) *(double *)r = 1;
    else if (c == -1) *(int *)r = 1;            // <- misaligned-access
}
int main(void) {
    char *d, *e;
    cudaMalloc((void **)&d, 64);
    cudaMalloc((void **)&e, 64);
    k<<<1, 1>>>(d, e, nondet_int());
    return 0;
}
//# host_code
int main(void) {
    char b[32];
    *(int *)(b + 1) = 3;
    assert(*(int *)(b + 1) == 3);
    char *m;
    cudaMallocManaged((void **)&m, 32);
    *(double *)(m + 4) = 2;
    assert(*(double *)(m + 4) == 2);
    return 0;
}
//! warns no kernel was launched
//# volatile_access
__global__ void k(char *p) { *(volatile int *)(p + 1) = 1; }    // <- misaligned-access
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d);
    return 0;
}
//# switched_off --no-check misaligned-access
__global__ void k(char *p, int *out) {
    *(int *)(p + 1) = 0x01020304;
    out[0] = p[1];
    *(float2 *)(p + 12) = make_float2(1, 2);
    assert(((float *)p)[4] == 2);
    assert(p[4] == 2);                          // <- assertion
}
int main(void) {
    char *d;
    int *e;
    cudaMalloc((void **)&d, 64);
    cudaMalloc((void **)&e, 4);
    k<<<1, 1>>>(d, e);
    return 0;
}
//# matters_only_where_it_is_reached
__global__ void k(char *p, int n) {
    if (n == 4) {
        p += n;
        if (n % 8 == 0) *(double *)p = 1;
    }
}
int main(void) {
    char *d;
    cudaMalloc((void **)&d, 64);
    k<<<1, 1>>>(d, nondet_int());
    return 0;
}
"""

OF_CLANG = r"""
//# vectors
typedef float wide __attribute__((ext_vector_type(4)));
__global__ void k(float *p, int c) {
    *(float4 *)(p + 4) = *(float4 *)p;
    p[0] = ((float4 *)(p + 1))->y;
    *(wide *)(p + 8) = *(wide *)p;
    if (c == 1) *(float4 *)(p + 8) = *(float4 *)(p + 1);    // <- misaligned-access
    if (c == 2) *(float4 *)(p + 2) = *(float4 *)p;          // <- misaligned-access
    if (c == 3) *(wide *)(p + 8) = *(wide *)(p + 3);        // <- misaligned-access
    if (c == 4) *(wide *)(p + 6) = *(wide *)p;              // <- misaligned-access
}
int main() {
    float *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, nondet_int());
}
//# vectors_in_assembly
__global__ void k(float *p, float *q) {
    float a, b;
    asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(a), "=f"(b) : "l"(p));
    asm volatile("st.global.v2.f32 [%2], {%0, %1};" : : "f"(a), "f"(b), "l"(q));    // <- misaligned-access
}
int main(void) {
    float *d;
    cudaMalloc((void **)&d, 64);
    cudaMemset(d, 0, 64);
    k<<<1, 1>>>(d, d + 3);
    return 0;
}
//# packed_by_attribute
struct __attribute__((packed)) P { char c; int x; double d; int a[3]; };
typedef int __attribute__((aligned(1))) unaligned;
__global__ void k(P *p, int i) {
    p->x = 1;
    p->d = 2;
    p->a[i] = 3;
    *(unaligned *)((char *)p + 1) = 4;
    P q = *p;
    p[1] = q;
}
int main() {
    P *d;
    cudaMalloc((void **)&d, 2 * sizeof(P));
    k<<<1, 1>>>(d, 2);
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_addresses_in_device_code_are_multiples_of_what_is_accessed(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--frontend=c"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("case", cases(OF_CLANG))
def test_alignments_are_those_that_clang_writes(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path, "--frontend=clang"))


TYPES = {"char": 1, "short": 2, "int": 4, "float2": 8, "double": 8, "float4": 16, "int2": 8, "float3": 4, "double2": 16}


def misaligned(random: Random) -> tuple[str, bool]:
    """A kernel that accesses bytes at sums of products of small inputs, and whether some inputs misalign one access."""
    names, limits = ("a", "b"), (random.randrange(1, 6), random.randrange(1, 6))
    parts, wrong = [], False
    for _ in range(random.randrange(1, 4)):
        type = random.choice(list(TYPES))
        factors = tuple(random.choice((0, 1, 2, 4, 8, 12, 16, 32)) for _ in names)
        constant = random.choice((0, 0, 2, 4, 8, 16))
        guard = (random.randrange(1, 4), random.randrange(3))
        offset = " + ".join(f"{f} * {n}" for f, n in zip(factors, names, strict=True))
        place = f"p + {offset} + {constant}"
        access = f"{type} v = *({type} *)({place}); *({type} *)({place} + 400) = v;"
        parts.append(f"    if (a % {guard[0]} == {guard[1]}) {{ {access} }}")
        values = [(a, b) for a in range(limits[0]) for b in range(limits[1]) if a % guard[0] == guard[1]]
        wrong |= any((factors[0] * a + factors[1] * b + constant) % TYPES[type] for a, b in values)
    assumed = " && ".join(f"{n} < {limit}" for n, limit in zip(names, limits, strict=True))
    text = (
        "__global__ void k(char *p, unsigned a, unsigned b) {\n" + "\n".join(parts) + "\n}\n"
        "int main(void) {\n    unsigned a = nondet_uint(), b = nondet_uint();\n    char *d;\n"
        f"    __ESBMC_assume({assumed});\n    cudaMalloc((void **)&d, 1024);\n    cudaMemset(d, 0, 1024);\n"
        "    k<<<1, 1>>>(d, a, b);\n    return 0;\n}\n"
    )
    return text, wrong


def look_at(seeds: range) -> None:
    found = 0
    for seed in seeds:
        text, wrong = misaligned(Random(seed))
        result = verify(text)
        assert result.verdict is (Verdict.FAILED if wrong else Verdict.SUCCESSFUL), (seed, text, result.reason)
        assert {v.prop for v in result.violations} == ({"misaligned-access"} if wrong else set()), (seed, text)
        found += wrong
    assert len(seeds) // 8 < found < len(seeds)


@pytest.mark.long
def test_random_offsets_are_multiples_where_counting_says_so() -> None:
    look_at(range(24))


@pytest.mark.long
def test_many_random_offsets_are_multiples_where_counting_says_so() -> None:
    look_at(range(24, 1200))
