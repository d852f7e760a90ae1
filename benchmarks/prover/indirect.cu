// Indices that depend on data.

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg out=symbolic:8 --arg table=symbolic:8 --arg index=7,0,7
// launch: --grid 1 --block 3 --arg n=3 --arg out=symbolic:8 --arg table=symbolic:8 --arg index=2,2,1
__global__ void gather(int *out, const int *table, const int *index, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = table[index[i]];
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg out=symbolic:8 --arg table=symbolic:8 --arg index=2,2,1
__global__ void scatter(int *out, const int *table, const int *index, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[index[i]] = table[i];
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg table=symbolic:8 --arg index=2,2,1
__global__ void gather_in_place(int *table, const int *index, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        table[i] = table[index[i]];
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg out=symbolic:64 --arg keys=symbolic:8
// launch: --grid 1 --block 3 --arg n=3 --arg out=symbolic:64 --arg keys=symbolic:8
__global__ void scatter_within_own_row(int *out, const int *keys, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[8 * i + (keys[i] & 7)] = 1;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg out=symbolic:64 --arg keys=symbolic:8
__global__ void scatter_beyond_own_row(int *out, const int *keys, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[8 * i + (keys[i] & 15)] = 1;
}

// prove: proved
// launch: --grid 2 --block 3 --arg out=symbolic:64 --arg in=symbolic:64
// launch: --grid 1 --block 5 --arg out=symbolic:64 --arg in=symbolic:64
__global__ void look_up_in_a_shared_table(int *out, const unsigned *in) {
    __shared__ int squares[16];
    for (unsigned k = threadIdx.x; k < 16; k += blockDim.x)
        squares[k] = k * k;
    __syncthreads();
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = squares[in[i] & 15];
}

// prove: faulty bounds
// launch: --grid 1 --block 5 --arg out=symbolic:64 --arg in=1,2,3,16,5
__global__ void look_up_beyond_a_shared_table(int *out, const unsigned *in) {
    __shared__ int squares[16];
    for (unsigned k = threadIdx.x; k < 16; k += blockDim.x)
        squares[k] = k * k;
    __syncthreads();
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] <= 16)
        out[i] = squares[in[i]];
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=4 --arg place=zeros:1 --arg wanted=2
// launch: --grid 1 --block 3 --arg n=3 --arg place=zeros:1 --arg wanted=0..9
__global__ void one_thread_of_all_writes(long long *place, int wanted, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i == wanted)
        *place = i;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg place=zeros:1 --arg keys=5,6,5 --arg wanted=5
__global__ void each_thread_that_finds_it_writes(long long *place, const int *keys, int wanted, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && keys[i] == wanted)
        *place = i;
}
