// Kernels that are broken in the first of their launches, each against one thing that a proof may get wrong.

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg a=0,0,0,0 --arg b=5,5,5,5 --arg data=symbolic:16
__global__ void distance_of_first_object(int *data, const int *a, const int *b, int n) {
    const int *q = a;
    int off = 0;
    for (int i = 0; i < n; i++) {
        if (a[0] == 0 && off != 0) data[0] = threadIdx.x;
        off += *q;
        q = b;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg a=0,0,0,0 --arg data=symbolic:16
__global__ void distance_with_null(int *data, const int *a, int n) {
    const int *q = 0;
    int off = 0;
    for (int i = 0; i < n; i++) {
        if (off != i) data[0] = threadIdx.x;
        if (q) off += 2; else off += 1;
        q = a;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg a=0,0,0,0 --arg data=symbolic:16
__global__ void distance_with_place(int *data, const int *a, int n) {
    const int *q = a;
    int off = 0;
    for (int i = 0; i < n; i++) {
        if (off != i) data[0] = threadIdx.x;
        if (q == a) off += 1; else off += 2;
        q = a + 1;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=-1 --arg data=symbolic:16
__global__ void supposed_without_its_base(int *data, int n) {
    int i = n;
    for (int r = 0; r < 3; r++) {
        if (i < 0) data[0] = threadIdx.x;
        i = i * 2;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg a=12297829382473034411,12297829382473034411 --arg data=symbolic:16
__global__ void unsigned_product_wraps(int *data, const unsigned long long *a) {
    unsigned long long v = a[threadIdx.x];
    if (v > (1ull << 62)) data[v * 3 - 1] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:16
__global__ void square_of_wrapped(int *data) {
    unsigned long long h = threadIdx.x / 2 + 0x8000000000000000ull;
    data[h * h] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg flags=1,1 --arg data=symbolic:16
__global__ void nested_rounds(int *data, int *flags, int n) {
    for (int i = 0; i < n; i++) {
        int x, second = 0;
        do {
            x = atomicAdd(&flags[threadIdx.x], 1) & 1;
            if (second && i) data[0] = threadIdx.x;
            second = 1;
        } while (x == 1);
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg flags=1,1 --arg data=symbolic:16
__global__ void nested_rounds_two(int *data, int *flags, int n) {
    for (int i = 0; i < n; i++) {
        int x, j = 0;
        do {
            x = atomicAdd(&flags[threadIdx.x], 1) & 1;
            if (j == 1 && i == 1) data[0] = threadIdx.x;
            j++;
        } while (x != 0);
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=3 --arg data=symbolic:16
__global__ void contents_are_not_older(int *data, int n) {
    __shared__ int s[1];
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    int off = 0;
    for (int i = 0; i < n; i++) {
        int v = s[0];
        off += v;
        __syncthreads();
        if (threadIdx.x == 0) s[0] = 0;
        if (v == 0 && off != 0) data[0] = threadIdx.x;
        __syncthreads();
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=5 --arg a=symbolic:32 --arg b=symbolic:32
__global__ void undetermined_offsets(int *a, int *b, int n) {
    int *p = b, *q = a;
    for (int i = 0; i < n; i++) {
        if (i >= 2) q[threadIdx.x] = i;
        q = p;
        p = i & 1 ? p : a + i;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=4 --arg m=3 --arg data=symbolic:16
__global__ void contents_of_two_rounds_before(int *data, int n, int m) {
    __shared__ int s[1];
    if (threadIdx.x == 0) s[0] = 0;
    int i = 0;
    for (;;) {
        __syncthreads();
        int v = s[0];
        if (v != i) break;
        __syncthreads();
        for (int j = 0; j < m; j++)
            if (i >= 1 && j >= 1) data[0] = threadIdx.x;
        if (threadIdx.x == 0) s[0] = i + 1;
        i++;
        if (i >= n) break;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=4 --arg m=3 --arg data=symbolic:16
__global__ void contents_of_two_rounds_before_in_the_whole_kernel(int *data, int n, int m) {
    __shared__ int s[1];
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 0;
    int i = 0;
    for (;;) {
        __syncthreads();
        int v = s[0];
        if (v != i) break;
        __syncthreads();
        for (int j = 0; j < m; j++)
            if (i >= 1 && j >= 1) data[blockIdx.x * 0] = blockIdx.x;
        if (threadIdx.x == 0) s[0] = i + 1;
        i++;
        if (i >= n) break;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 300 --arg data=symbolic:1024
__global__ void byte_counter(int *data) {
    for (unsigned char c = 0; c < threadIdx.x; c++) {
        data[c + 256 * (threadIdx.x & 1)] = 1;
        if (c == 255) break;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:1024 --arg n=3
__global__ void signed_byte_counter(int *data, int n) {
    signed char c = 120;
    for (int i = 0; i < 10; i++) { if (c < 0) data[0] = threadIdx.x; c++; }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:1024 --arg n=3
__global__ void short_counter(int *data, int n) {
    unsigned short c = 65530;
    for (int i = 0; i < 10; i++) { if (c < 10) data[0] = threadIdx.x; c += 3; }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:1024 --arg n=0
__global__ void zero_rounds(int *data, int n) {
    int last = 0;
    for (int i = 0; i < n; i++) last = threadIdx.x + 1;
    data[last] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:1024 --arg n=8
__global__ void step_zero_thread(int *data, int n) {
    int step = threadIdx.x;
    int k = 0;
    for (int i = threadIdx.x; i < n && k < 4; i += step) { data[i] = threadIdx.x; k++; }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:1024 --arg n=8 --arg step=2
__global__ void step_of_a_parameter(int *data, int n, int step) {
    for (int i = threadIdx.x; i < n && i >= 0; i += step) { data[i] = threadIdx.x; }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg data=symbolic:64 --arg n=4
__global__ void switch_fall(int *data, int n) {
    int at = threadIdx.x;
    switch (threadIdx.x) { case 0: at += 1; case 1: at += 1; break; default: at = 2; }
    data[at] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void barrier_in_switch(int *data) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    switch (blockDim.x & 1) { case 0: break; default: __syncthreads(); }
    data[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64 --arg n=0
__global__ void barrier_in_loop_zero(int *data, int n) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    for (int i = 0; i < n; i++) __syncthreads();
    data[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64 --arg n=2 --arg m=1
__global__ void barrier_in_inner_loop(int *data, int n, int m) {
    __shared__ int s[1024];
    for (int i = 0; i < n; i++) {
        s[threadIdx.x] = i;
        for (int j = 0; j < m; j++) __syncthreads();
        data[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
        for (int j = 1; j < m; j++) __syncthreads();
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void early_return(int *data) {
    __shared__ int s[1024];
    if (threadIdx.x == 3) return;
    s[threadIdx.x] = 1;
    __syncthreads();
    data[threadIdx.x] = s[(threadIdx.x + 1) % 1024];
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void vote_of_the_block(int *data) {
    __shared__ int s[1024];
    s[threadIdx.x] = 1;
    if (__syncthreads_or(threadIdx.x == 1)) { data[0] = threadIdx.x; }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void vote_twice(int *data) {
    int a = __syncthreads_or(threadIdx.x == 0);
    int b = __syncthreads_and(threadIdx.x == 0);
    if (a != b) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void vote_loop_values(int *data, int n) {
    int last = 0;
    for (int i = 0; i < n; i++) {
        int a = __syncthreads_or(i == 1);
        if (a != last && i > 0) data[0] = threadIdx.x;
        last = a;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void two_dynamic(int *data) {
    extern __shared__ int a[];
    extern __shared__ float b[];
    a[threadIdx.x] = 1;
    b[threadIdx.x + 1] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void address_taken(int *data) {
    int x = 0; int *p = &x;
    *p = threadIdx.x / 2;
    data[x] = threadIdx.x;
}
struct pair { int a, b; };

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void bytes_overlap(int *data) {
    data[threadIdx.x] = 1;
    ((char *)data)[threadIdx.x] = 2;
}

// prove: faulty data-race
// launch: --grid 1 --block 40 --arg data=symbolic:64
__global__ void shifted_out(int *data) {
    data[(1u << threadIdx.x) & 7] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=-7
__global__ void signed_division(int *data, int n) {
    if (n / 2 == -3 && n % 2 == -1) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=-7
__global__ void signed_shift(int *data, int n) {
    if (n >> 1 == -4) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=-1
__global__ void unsigned_compare(int *data, int n) {
    if (n > blockDim.x) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=-1
__global__ void truncation(int *data, long long n) {
    int k = (int)(n * 4294967297LL);
    if (k == -1 && n == -1) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void atomic_and_plain(int *data) {
    atomicAdd(&data[0], 1);
    if (data[0] == 1) data[1 + threadIdx.x] = 1;
}

// prove: faulty data-race
// launch: --grid 2 --block 1 --arg data=symbolic:64
__global__ void atomic_block(int *data) {
    atomicAdd_block(&data[0], (int)(blockIdx.x + threadIdx.x));
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void atomic_narrow(int *data) {
    atomicAdd(&data[0], 1);
    data[threadIdx.x] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void goto_loop(int *data) {
    int i = 0;
again:
    data[threadIdx.x + i] = i;
    i++;
    if (i < 3) goto again;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void do_loop(int *data) {
    int i = 0;
    do { data[threadIdx.x + i] = i; i++; } while (i < 3);
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void for_loop(int *data) {
    for (int i = 0; i < 3; i++) { data[threadIdx.x + i] = i; }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=3
__global__ void float_counter(int *data, int n) {
    float f = 0;
    for (int i = 0; i < n; i++) { if (f > 1.5f) data[0] = threadIdx.x; f += 1; }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=3
__global__ void sqrt_in_loop(int *data, int n, float y) {
    for (int i = 0; i < n; i++) { float f = sqrtf(i); if (f > 1) data[0] = threadIdx.x; }
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void sqrt_of_thread(int *data) {
    float f = sqrtf(threadIdx.x); float g = sqrtf(blockDim.x);
    data[(int)f / 2] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void shared_at_two_visits(int *data) {
    __shared__ int s[1];
    int old = 0;
    for (int i = 0; i < 3; i++) {
        __syncthreads();
        if (threadIdx.x == 0) s[0] = i;
        __syncthreads();
        int v = s[0];
        if (i > 0 && v != old) data[0] = threadIdx.x;
        old = v;
    }
}

__device__ int read(const int *s) { return s[0]; }
// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void shared_by_function(int *data) {
    __shared__ int s[1];
    if (threadIdx.x == 0) s[0] = 1;
    __syncthreads();
    int x = read(s);
    __syncthreads();
    if (threadIdx.x == 0) s[0] = 2;
    __syncthreads();
    int y = read(s);
    if (x != y) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void select_pointers(int *data, int n) {
    __shared__ int s[4];
    int *p = n > 3 ? data : s;
    p[threadIdx.x / 2] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=3
__global__ void continue_barrier_race(int *data, int n) {
    __shared__ int s[1024];
    for (int i = 0; i < n; i++) {
        data[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
        if (i & 1) continue;
        __syncthreads();
        s[threadIdx.x] = i;
        __syncthreads();
        if (i == 0) s[threadIdx.x] = i;
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=3
__global__ void thread_break(int *data, int n) {
    for (int i = 0; i < n; i++) {
        if (i > threadIdx.x) break;
        __syncthreads();
    }
}

// prove: faulty barrier-divergence
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg c=0,1,0,0
__global__ void data_break(int *data, const int *c, int n) {
    for (int i = 0; i < n; i++) {
        if (c[threadIdx.x]) break;
        __syncthreads();
    }
}

// prove: faulty assertion
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void assert_after(int *data, int n) {
    int x = 0;
    for (int i = 0; i < 5; i++) { x += i; }
    assert(x != 10);
}

// prove: faulty assertion
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void assert_triangle(int *data, int n) {
    int x = 0;
    for (int i = 0; i < 5; i++) { x += i; if (x > 8) break; }
    assert(x < 8);
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void halving_no_barrier(int *data) {
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) data[threadIdx.x] += data[threadIdx.x + d];
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg data=symbolic:64
__global__ void halving_odd(int *data) {
    __shared__ int s[1024];
    for (int d = (blockDim.x + 1) / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (threadIdx.x <= d) s[threadIdx.x] += s[threadIdx.x + d];
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg data=symbolic:64
__global__ void doubling(int *data) {
    __shared__ int s[1024];
    for (int d = 1; d < blockDim.x; d *= 2) {
        if (threadIdx.x % d == 0 && threadIdx.x + d < blockDim.x) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg data=symbolic:64
__global__ void xor_three(int *data) {
    __shared__ int s[1024];
    int o = threadIdx.x ^ 3;
    s[o & 1023] = 1; s[threadIdx.x] = 2;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void local_array(int *data) {
    int l[100];
    for (int i = 0; i < 100; i++) l[i] = i / 2;
    data[l[threadIdx.x]] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void local_small_array(int *data) {
    int l[2] = {0, 0};
    data[l[threadIdx.x]] = 1;
}

__constant__ int shape[2];
// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void constant_table(int *data) {
    data[shape[threadIdx.x]] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64
__global__ void as_bytes(int *data, int n) {
    char c = (char)n; unsigned char u = (unsigned char)n;
    if (c == -1 && u == 255) data[0] = threadIdx.x;
}

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg data=symbolic:64 --arg n=3
__global__ void multiply_by_shift(int *data, int n) {
    data[(threadIdx.x << 31) >> 31 & 1] = 1;
    unsigned v = threadIdx.x << 31 << 1;
    if (v == 0) data[2] = threadIdx.x;
}
