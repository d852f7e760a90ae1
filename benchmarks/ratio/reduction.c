/* The sum of all elements, as in reduction.cu. */
#define BLOCK 256

static float in[N], sums[N / BLOCK];

void prepare(void)
{
    for (int i = 0; i < N; ++i)
        in[i] = (float)(i % 11);
}

void kernel(void)
{
    for (int block = 0; block < N / BLOCK; ++block) {
        float part[BLOCK];
        for (int t = 0; t < BLOCK; ++t)
            part[t] = in[block * BLOCK + t];
        for (int stride = BLOCK / 2; stride > 0; stride /= 2)
            for (int t = 0; t < stride; ++t)
                part[t] += part[t + stride];
        sums[block] = part[0];
    }
}

double check(void)
{
    double sum = 0.0;
    for (int block = 0; block < N / BLOCK; ++block)
        sum += sums[block];
    return sum;
}
