/* The mean of four neighbours in an N by N grid, as in stencil.cu. */
#define STEPS 4

static float one[N * N], other[N * N];

void prepare(void)
{
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x)
            one[y * N + x] = (float)((x * y) % 16);
}

static void step(const float *in, float *out)
{
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x) {
            int i = y * N + x;
            if (x > 0 && y > 0 && x < N - 1 && y < N - 1)
                out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N]);
            else
                out[i] = in[i];
        }
}

void kernel(void)
{
    for (int i = 0; i < STEPS; i += 2) {
        step(one, other);
        step(other, one);
    }
}

double check(void)
{
    double sum = 0.0;
    for (int y = 0; y < N; ++y)
        for (int x = 0; x < N; ++x)
            sum += one[y * N + x] * (double)(x % 3);
    return sum;
}
