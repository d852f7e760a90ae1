// expect: SUCCESSFUL
// The weekdays of 1461 days by Zeller's congruence; the kernel asserts their range, the host their order.
#include <assert.h>
#include <cuda_runtime.h>

#define YEARS 4
#define DAYS (365 * YEARS + 1)
#define BLOCK 128

typedef struct {
    short year;
    unsigned char month, day;
} Date;

static int days_in(int year, int month)
{
    static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && year % 4 == 0);
}

// Saturday is 0; the term 5J stands for -2J modulo 7, so that nothing is negative.
__global__ void weekdays(const Date *dates, int *weekday, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Date d = dates[i];
    int month = d.month < 3 ? d.month + 12 : d.month;
    int year = d.month < 3 ? d.year - 1 : d.year;
    int k = year % 100, j = year / 100;
    int h = (d.day + 13 * (month + 1) / 5 + k + k / 4 + j / 4 + 5 * j) % 7;
    assert(0 <= h && h < 7);
    weekday[i] = h;
}

int main(void)
{
    static Date dates[DAYS];
    static int weekday[DAYS];
    int n = 0;
    for (short year = 2001; year < 2001 + YEARS; year++)
        for (unsigned char month = 1; month <= 12; month++)
            for (unsigned char day = 1; day <= days_in(year, month); day++)
                dates[n++] = (Date){year, month, day};
    assert(n == DAYS);

    Date *d_dates;
    int *d_weekday;
    cudaMalloc((void **)&d_dates, sizeof dates);
    cudaMalloc((void **)&d_weekday, sizeof weekday);
    cudaMemcpy(d_dates, dates, sizeof dates, cudaMemcpyHostToDevice);
    weekdays<<<(DAYS + BLOCK - 1) / BLOCK, BLOCK>>>(d_dates, d_weekday, DAYS);
    cudaMemcpy(weekday, d_weekday, sizeof weekday, cudaMemcpyDeviceToHost);

    assert(weekday[0] == 2); // the first of January 2001 was a Monday
    for (int i = 1; i < DAYS; i++)
        assert(weekday[i] == (weekday[i - 1] + 1) % 7);
    cudaFree(d_dates);
    cudaFree(d_weekday);
    return 0;
}
