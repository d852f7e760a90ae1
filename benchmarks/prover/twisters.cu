// Many generators of random numbers with a state each, as the Mersenne twister has, and what is made of their numbers.

#define GENERATORS 64
#define WORDS 5

// The numbers of all generators come in turn.
// prove: proved if gridDim.x * blockDim.x <= 64
// launch: --grid 2 --block 2 --arg count=3 --arg numbers=zeros:256 --arg matrices=symbolic:64
// launch: --grid 1 --block 3 --arg count=7 --arg numbers=zeros:512 --arg matrices=symbolic:64
__global__ void numbers_of_twisters(unsigned *numbers, const unsigned *matrices, unsigned seed, int count) {
    const int generator = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned state[WORDS];
    state[0] = seed;
    for (int i = 1; i < WORDS; i++)
        state[i] = 1812433253u * (state[i - 1] ^ (state[i - 1] >> 30)) + i;
    int now = 0, next = 1, middle = 2;
    for (int k = 0; k < count; k++) {
        unsigned x = (state[now] & 0x80000000u) | (state[next] & 0x7fffffffu);
        x = state[middle] ^ (x >> 1) ^ (x & 1 ? matrices[generator] : 0);
        state[now] = x;
        now = next;
        next = next + 1 < WORDS ? next + 1 : 0;
        middle = middle + 1 < WORDS ? middle + 1 : 0;
        x ^= x >> 11;
        x ^= x << 7;
        numbers[generator + (long long)k * GENERATORS] = x ^ (x >> 18);
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 64 --arg count=2 --arg numbers=zeros:256
__global__ void numbers_of_twisters_too_close_together(unsigned *numbers, unsigned seed, int count) {
    const int generator = blockIdx.x * blockDim.x + threadIdx.x;
    if (gridDim.x * blockDim.x > GENERATORS)
        return;
    unsigned x = seed + generator;
    for (int k = 0; k < count; k++) {
        x = 1664525u * x + 1013904223u;
        numbers[generator + (long long)k * (GENERATORS - 1)] = x;
    }
}

// Two numbers of one generator become two others, in place.
// prove: proved if gridDim.x * blockDim.x <= 64
// launch: --grid 2 --block 2 --arg count=4 --arg numbers=symbolic:256
// launch: --grid 1 --block 3 --arg count=2 --arg numbers=symbolic:256
__global__ void pairs_of_normal_numbers(float *numbers, int count) {
    const int generator = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < count; k += 2) {
        float *first = &numbers[generator + (long long)k * GENERATORS];
        float *second = &numbers[generator + (long long)(k + 1) * GENERATORS];
        float length = *first, angle = *second;
        *first = length * (1.0f - angle);
        *second = length * angle;
    }
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg count=2 --arg numbers=symbolic:256
__global__ void pairs_of_normal_numbers_of_two_generators(float *numbers, int count) {
    const int generator = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < count; k += 2) {
        float *first = &numbers[generator + (long long)k * GENERATORS];
        float *second = &numbers[generator + 1 + (long long)k * GENERATORS];
        float length = *first, angle = *second;
        *first = length * (1.0f - angle);
        *second = length * angle;
    }
}
