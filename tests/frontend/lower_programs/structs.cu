struct Pair { int a; unsigned low : 3, high : 5; float v[2]; };

__shared__ int counter;
__constant__ float coefficients[3] = {1, 2};

__device__ Pair swapped(Pair p) {
    Pair q = {p.low, p.high, 1};
    q.low = q.high += 2;
    return q;
}

__device__ void bump(int &x, int by = 2) { x += by; }

__global__ void kernel(Pair p, float *out, bool flag) {
    __shared__ float tile[4][5];
    extern __shared__ int dynamic[];
    int n = 0;
    bump(n);
    bump(dynamic[1], n);
    Pair q = flag ? swapped(p) : p;
    tile[threadIdx.x][0] = q.v[1] * coefficients[0];
    atomicAdd(&counter, 1);
    out[threadIdx.x] = tile[threadIdx.x][0];
}

int main() {
    Pair p{1, 2};
    kernel<<<dim3(2, 3), 4, 16>>>(p, nullptr, true);
    ESBMC_verify_kernel(kernel, 1, 2, p, (float *)0, false);
}
