/* The product of two N by N matrices, tile by tile, as in matrix_product.cu. */
#define TILE 16

static float a[N * N], b[N * N], c[N * N];

void prepare(void)
{
    for (int i = 0; i < N * N; ++i) {
        a[i] = (float)(i % 5);
        b[i] = (float)(i % 3);
    }
}

static void product_of_tile(int row, int col)
{
    float a_tile[TILE][TILE], b_tile[TILE][TILE], sums[TILE][TILE];
    for (int y = 0; y < TILE; ++y)
        for (int x = 0; x < TILE; ++x)
            sums[y][x] = 0.0f;
    for (int tile = 0; tile < N; tile += TILE) {
        for (int y = 0; y < TILE; ++y)
            for (int x = 0; x < TILE; ++x) {
                a_tile[y][x] = a[(row + y) * N + tile + x];
                b_tile[y][x] = b[(tile + y) * N + col + x];
            }
        for (int y = 0; y < TILE; ++y)
            for (int x = 0; x < TILE; ++x)
                for (int k = 0; k < TILE; ++k)
                    sums[y][x] += a_tile[y][k] * b_tile[k][x];
    }
    for (int y = 0; y < TILE; ++y)
        for (int x = 0; x < TILE; ++x)
            c[(row + y) * N + col + x] = sums[y][x];
}

void kernel(void)
{
    for (int row = 0; row < N; row += TILE)
        for (int col = 0; col < N; col += TILE)
            product_of_tile(row, col);
}

double check(void)
{
    double sum = 0.0;
    for (int i = 0; i < N * N; ++i)
        sum += c[i] * (double)(i % 11);
    return sum;
}
