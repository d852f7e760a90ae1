/* y = a x + y, several times, as in saxpy.cu. */
#include <assert.h>

#define TIMES 4

static float x[N], y[N];

void prepare(void)
{
    for (int i = 0; i < N; ++i) {
        x[i] = (float)(i % 7);
        y[i] = 1.0f;
    }
}

static void saxpy(float a)
{
    for (int i = 0; i < N; ++i)
        y[i] = a * x[i] + y[i];
}

void kernel(void)
{
    for (int time = 0; time < TIMES; ++time)
        saxpy(2.0f);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(y[i] == 1.0f + 2.0f * TIMES * x[i]);
        sum += y[i];
    }
    return sum;
}
