/* Prefix sums of each block in two buffers, as in scan.cu. */
#define BLOCK 128

static int in[N], out[N];

void prepare(void)
{
    for (int i = 0; i < N; ++i)
        in[i] = i % 13;
}

void kernel(void)
{
    for (int block = 0; block < N / BLOCK; ++block) {
        int part[2][BLOCK], from = 0;
        for (int t = 0; t < BLOCK; ++t)
            part[0][t] = in[block * BLOCK + t];
        for (int reach = 1; reach < BLOCK; reach *= 2) {
            for (int t = 0; t < BLOCK; ++t) {
                int sum = part[from][t];
                if (t >= reach)
                    sum += part[from][t - reach];
                part[1 - from][t] = sum;
            }
            from = 1 - from;
        }
        for (int t = 0; t < BLOCK; ++t)
            out[block * BLOCK + t] = part[from][t];
    }
}

double check(void)
{
    int carry = 0;
    for (int i = 0; i < N; ++i) {
        out[i] += carry;
        if (i % BLOCK == BLOCK - 1)
            carry = out[i];
    }
    double sum = 0.0;
    for (int i = 0; i < N; ++i)
        sum += out[i];
    return sum;
}
