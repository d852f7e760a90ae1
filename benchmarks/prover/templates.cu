// Templates; each instance has an answer of its own.

struct Larger {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

struct Sum {
    __device__ int operator()(int a, int b) const { return a + b; }
};

template <typename T>
__device__ void exchange(T &a, T &b) {
    T value = a;
    a = b;
    b = value;
}

template <typename T>
__global__ void fill(T *data, T value, int n) {
    long long i = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = value;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg value=7 --arg data=symbolic:8
// launch: --grid 1 --block 3 --arg n=5 --arg value=7 --arg data=symbolic:8
template __global__ void fill<int>(int *data, int value, int n);

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg value=0.5 --arg data=symbolic:8
// launch: --grid 1 --block 3 --arg n=5 --arg data=symbolic:8
template __global__ void fill<double>(double *data, double value, int n);

template <int SIZE>
__global__ void reverse(int *data) {
    __shared__ int tile[SIZE];
    if (blockDim.x > 6)
        return;
    unsigned long long first = static_cast<unsigned long long>(blockIdx.x) * blockDim.x;
    tile[threadIdx.x] = data[first + threadIdx.x];
    __syncthreads();
    data[first + threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// prove: proved
// launch: --grid 2 --block 6 --arg data=symbolic:16
// launch: --grid 1 --block 3 --arg data=symbolic:16
template __global__ void reverse<6>(int *data);

// prove: faulty bounds
// launch: --grid 1 --block 6 --arg data=symbolic:16
template __global__ void reverse<5>(int *data);

template <typename Operation, bool WAIT>
__global__ void reduce(int *results, const int *in) {
    __shared__ int part[1024];
    Operation operation;
    unsigned t = threadIdx.x;
    part[t] = in[static_cast<unsigned long long>(blockIdx.x) * blockDim.x + t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
        if (t < half)
            part[t] = operation(part[t], part[t + half]);
        if (WAIT)
            __syncthreads();
    }
    if (t == 0)
        results[blockIdx.x] = part[0];
}

// prove: proved if blockDim.x <= 1024
// launch: --grid 2 --block 4 --arg results=symbolic:4 --arg in=symbolic:16
// launch: --grid 1 --block 7 --arg results=symbolic:4 --arg in=symbolic:16
template __global__ void reduce<Larger, true>(int *results, const int *in);

// prove: faulty data-race
// launch: --grid 1 --block 4 --arg results=symbolic:4 --arg in=symbolic:16
template __global__ void reduce<Sum, false>(int *results, const int *in);

template <typename T, int STEP>
__global__ void exchange_pairs(T *data, int n) {
    long long i = STEP * (static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x);
    if (i + 1 < n)
        exchange(data[i], data[i + 1]);
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=8 --arg data=symbolic:16
// launch: --grid 1 --block 3 --arg n=5 --arg data=symbolic:16
template __global__ void exchange_pairs<short, 2>(short *data, int n);

// prove: faulty data-race
// launch: --grid 1 --block 2 --arg n=8 --arg data=symbolic:16
template __global__ void exchange_pairs<short, 1>(short *data, int n);
