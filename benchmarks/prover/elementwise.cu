// Each element belongs to one thread.

struct Particle {
    float position;
    float velocity;
    int hits;
};

// prove: proved if gridDim.x * blockDim.x <= 2147483647
// launch: --grid 2 --block 4 --arg n=5 --arg data=symbolic:64
// launch: --grid 3 --block 3 --arg n=9 --arg data=symbolic:64
__global__ void negate_with_guard(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = -data[i];
}

// prove: proved if gridDim.x * blockDim.x <= 4294967295
// launch: --grid 2 --block 4 --arg n=7 --arg y=symbolic:64 --arg x=symbolic:64 --arg factor=2.5
// launch: --grid 3 --block 5 --arg n=11 --arg y=symbolic:64 --arg x=symbolic:64 --arg factor=arbitrary
__global__ void scale_and_add_with_early_return(float *y, const float *x, float factor, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] += factor * x[i];
}

// prove: proved
// launch: --grid 2 --block 4 --arg n=6 --arg sum=symbolic:64 --arg a=symbolic:64 --arg b=symbolic:64
// launch: --grid 3 --block 3 --arg n=arbitrary --arg sum=symbolic:64 --arg a=symbolic:64 --arg b=symbolic:64
__global__ void add_with_long_index(int *sum, const int *a, const int *b, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sum[i] = a[i] + b[i];
}

// prove: faulty data-race
// launch: --grid 2 --block 4 --arg n=6 --arg data=symbolic:64
__global__ void shift_left_in_place(int *data, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n)
        data[i] = data[i + 1];
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg seconds=2.0 --arg particles=symbolic:8
// launch: --grid 1 --block 5 --arg n=5 --arg seconds=arbitrary --arg particles=symbolic:8
__global__ void move_particles(struct Particle *particles, float seconds, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    particles[i].position += seconds * particles[i].velocity;
    particles[i].hits = 0;
}

// prove: faulty data-race
// launch: --grid 1 --block 3 --arg n=3 --arg particles=symbolic:8
__global__ void hit_the_next_particle(struct Particle *particles, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i + 1 < n && particles[i].hits == 0)
        particles[i + 1].hits = 1;
}

// prove: proved
// launch: --grid 2 --block 2 --arg n=3 --arg pixels=symbolic:8
// launch: --grid 1 --block 3 --arg n=3 --arg pixels=symbolic:8
__global__ void darken_pixels(float4 *pixels, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 pixel = pixels[i];
        pixel.x *= 0.5f;
        pixel.y *= 0.5f;
        pixel.z *= 0.5f;
        pixels[i] = pixel;
    }
}

// prove: proved if stride > 0
// launch: --grid 2 --block 2 --arg n=4 --arg stride=3 --arg data=symbolic:64
// launch: --grid 1 --block 5 --arg n=5 --arg stride=1 --arg data=symbolic:64
__global__ void every_so_many(int *data, int stride, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i * stride] = 0;
}

// prove: proved if offset >= 0
// launch: --grid 2 --block 2 --arg n=3 --arg offset=5 --arg data=symbolic:64
// launch: --grid 1 --block 3 --arg n=3 --arg offset=0..20 --arg data=symbolic:64
__global__ void behind_an_offset(int *data, int offset, int n) {
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i + offset] = (int)i;
}
