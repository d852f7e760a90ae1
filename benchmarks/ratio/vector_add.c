/* The sum of two vectors, as in vector_add.cu. */
#include <assert.h>

static float a[N], b[N], c[N];

void prepare(void)
{
    for (int i = 0; i < N; ++i) {
        a[i] = (float)i;
        b[i] = 0.5f * (float)(i % 1000);
    }
}

void kernel(void)
{
    for (int i = 0; i < N; ++i)
        c[i] = a[i] + b[i];
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(c[i] == a[i] + b[i]);
        sum += c[i];
    }
    return sum;
}
