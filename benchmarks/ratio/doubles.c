/* An array of doubles that is filled, smoothed and scaled by its spread, as in doubles.cu. */
#define TIMES 4

static double values[N], smooth[N], mean, spread;

void prepare(void)
{
    for (int i = 0; i < N; ++i)
        values[i] = (double)(i * 37 % 1024) / 16.0;
    for (int time = 0; time < TIMES; ++time) {
        smooth[0] = values[0];
        smooth[N - 1] = values[N - 1];
        for (int i = 1; i < N - 1; ++i)
            smooth[i] = 0.25 * values[i - 1] + 0.5 * values[i] + 0.25 * values[i + 1];
        for (int i = 0; i < N; ++i)
            values[i] = smooth[i];
    }
    double total = 0.0, squares = 0.0;
    for (int i = 0; i < N; ++i) {
        total += values[i];
        squares += values[i] * values[i];
    }
    mean = total / N;
    spread = squares / N - mean * mean;
}

void kernel(void)
{
    double factor = 1.0 / spread;
    for (int i = 0; i < N; ++i)
        values[i] = (values[i] - mean) * factor;
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i)
        sum += values[i] * values[i];
    return sum;
}
