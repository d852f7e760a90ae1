/* How often each byte occurs, as in histogram.cu. */
#define BINS 256

static unsigned char bytes[N];
static unsigned counts[BINS];

void prepare(void)
{
    for (int i = 0; i < N; ++i)
        bytes[i] = (unsigned char)((unsigned)i * 2654435761u >> 24);
}

void kernel(void)
{
    for (int bin = 0; bin < BINS; ++bin)
        counts[bin] = 0;
    for (int i = 0; i < N; ++i)
        ++counts[bytes[i]];
}

double check(void)
{
    double sum = 0.0;
    for (int bin = 0; bin < BINS; ++bin)
        sum += (double)counts[bin] * (bin % 7);
    return sum;
}
