// expect: FAILED
// property: data-race
// Hierarchical clustering whose next round reads who is alive before the merge has said it.
#include <stdio.h>
#include <cuda_runtime.h>

#define N 16 // clusters at the start, and threads
#define FAR 1000000
#define ROUNDS 2

__global__ void cluster(int *merged_into, int *distances, int rounds)
{
    __shared__ int best[N], partner[N], source[N];
    __shared__ int alive[N];
    const int me = threadIdx.x;

    alive[me] = 1;
    __syncthreads(); // all clusters are alive
    for (int round = 0; round < rounds; round++) {
        best[me] = FAR;
        partner[me] = source[me] = me;
        for (int other = 0; other < me; other++)
            if (alive[me] && alive[other] && distances[me * N + other] < best[me]) { // violation
                best[me] = distances[me * N + other];
                partner[me] = other;
            }
        __syncthreads(); // each has its nearest partner

        for (int half = N / 2; half > 0; half /= 2) {
            if (me < half && best[me + half] < best[me]) {
                best[me] = best[me + half];
                partner[me] = partner[me + half];
                source[me] = source[me + half];
            }
            __syncthreads(); // the round of the reduction is complete
        }

        const int to = partner[0], from = source[0];
        if (alive[me] && me != to && me != from) { // the distance to the union is the smaller one
            int distance = min(distances[me * N + to], distances[me * N + from]);
            distances[me * N + to] = distances[to * N + me] = distance;
        }
        __syncthreads(); // the distances are new, and all have read who is merged
        if (me == 0) {
            alive[from] = 0; // violation
            merged_into[from] = to;
        }
    }
}

int main(void)
{
    int positions[N], distances[N * N], merged_into[N];
    for (int i = 0; i < N; i++) {
        positions[i] = i < N / 2 ? 3 * i * i : 5000 + 5 * i * i; // two groups, far from each other
        merged_into[i] = i;
    }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            distances[i * N + j] = abs(positions[i] - positions[j]);

    int *d_merged, *d_distances;
    cudaMalloc((void **)&d_merged, sizeof(merged_into));
    cudaMalloc((void **)&d_distances, sizeof(distances));
    cudaMemcpy(d_merged, merged_into, sizeof(merged_into), cudaMemcpyHostToDevice);
    cudaMemcpy(d_distances, distances, sizeof(distances), cudaMemcpyHostToDevice);
    cluster<<<1, N>>>(d_merged, d_distances, ROUNDS);
    cudaMemcpy(merged_into, d_merged, sizeof(merged_into), cudaMemcpyDeviceToHost);

    int wrong = merged_into[0] != 0 || merged_into[N / 2] != N / 2;
    for (int i = 0; i < N; i++)
        if (i % (N / 2) > 0)
            wrong += merged_into[i] == i || (merged_into[i] < N / 2) != (i < N / 2);
    printf("%d are in the wrong group\n", wrong);
    cudaFree(d_merged);
    cudaFree(d_distances);
    return 0;
}
