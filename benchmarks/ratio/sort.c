/* Numbers that are sorted with qsort and searched, as in sort.cu. */
#include <assert.h>
#include <stdlib.h>

static int numbers[N], places[N];

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

void prepare(void)
{
    unsigned seed = 12345;
    for (int i = 0; i < N; ++i) {
        seed = seed * 1664525u + 1013904223u;
        numbers[i] = (int)(seed >> 10);
    }
    qsort(numbers, N, sizeof(int), compare);
}

void kernel(void)
{
    for (int i = 0; i < N; ++i) {
        int low = 0, high = N;
        while (low < high) {
            int middle = (low + high) / 2;
            if (numbers[middle] < 3 * i)
                low = middle + 1;
            else
                high = middle;
        }
        places[i] = low;
    }
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N; ++i) {
        assert(i == 0 || numbers[i - 1] <= numbers[i]);
        sum += (double)numbers[i] * (i % 5) + places[i];
    }
    return sum;
}
