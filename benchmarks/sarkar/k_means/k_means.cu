// expect: SUCCESSFUL
// Two rounds of k-means in the plane: the nearest centre of each point, sums of each cluster, new centres (C++
// templates).
#include <cassert>
#include <cstdio>
#include <cuda_runtime.h>

struct Point {
    int x, y;
};

template <int Clusters, int Block>
__global__ void assign(int *cluster_of, Point *sums, int *sizes, const Point *points, const Point *centres, int n)
{
    __shared__ Point centre[Clusters];
    __shared__ int sum_x[Clusters], sum_y[Clusters], size[Clusters];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * Block + tid;

    if (tid < Clusters) {
        centre[tid] = centres[tid];
        sum_x[tid] = sum_y[tid] = size[tid] = 0;
    }
    __syncthreads(); // the centres are loaded
    if (i < n) {
        const Point p = points[i];
        int nearest = 0, least = 1 << 30;
        for (int c = 0; c < Clusters; c++) {
            const int dx = p.x - centre[c].x, dy = p.y - centre[c].y;
            if (dx * dx + dy * dy < least) {
                least = dx * dx + dy * dy;
                nearest = c;
            }
        }
        cluster_of[i] = nearest;
        atomicAdd(&sum_x[nearest], p.x);
        atomicAdd(&sum_y[nearest], p.y);
        atomicAdd(&size[nearest], 1);
    }
    __syncthreads(); // the sums of the block are there
    if (tid < Clusters) {
        atomicAdd(&sums[tid].x, sum_x[tid]);
        atomicAdd(&sums[tid].y, sum_y[tid]);
        atomicAdd(&sizes[tid], size[tid]);
    }
}

template <int Clusters>
__global__ void move(Point *centres, Point *sums, int *sizes)
{
    const int c = threadIdx.x;
    if (c < Clusters && sizes[c] > 0)
        centres[c] = {sums[c].x / sizes[c], sums[c].y / sizes[c]};
    if (c < Clusters) {
        sums[c] = {0, 0};
        sizes[c] = 0;
    }
}

int main()
{
    constexpr int count = 100, clusters = 3, block = 64, blocks = (count + block - 1) / block;
    const Point origins[clusters] = {{0, 0}, {1000, 0}, {0, 1000}};
    Point points[count], centres[clusters] = {{100, 100}, {700, 50}, {-80, 600}};
    for (int i = 0; i < count; i++)
        points[i] = {origins[i % clusters].x + i % 7 - 3, origins[i % clusters].y + i % 5 - 2};

    Point *d_points, *d_centres, *d_sums;
    int *d_cluster_of, *d_sizes, cluster_of[count];
    cudaMalloc(&d_points, sizeof(points));
    cudaMalloc(&d_centres, sizeof(centres));
    cudaMalloc(&d_sums, sizeof(centres));
    cudaMalloc(&d_sizes, clusters * sizeof(int));
    cudaMalloc(&d_cluster_of, sizeof(cluster_of));
    cudaMemcpy(d_points, points, sizeof(points), cudaMemcpyHostToDevice);
    cudaMemcpy(d_centres, centres, sizeof(centres), cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0, sizeof(centres));
    cudaMemset(d_sizes, 0, clusters * sizeof(int));
    for (int round = 0; round < 2; round++) {
        assign<clusters, block><<<blocks, block>>>(d_cluster_of, d_sums, d_sizes, d_points, d_centres, count);
        move<clusters><<<1, 32>>>(d_centres, d_sums, d_sizes);
    }
    cudaMemcpy(cluster_of, d_cluster_of, sizeof(cluster_of), cudaMemcpyDeviceToHost);

    int wrong = 0;
    for (int i = 0; i < count; i++)
        wrong += cluster_of[i] != i % clusters;
    std::printf("%d points are in another cluster than expected\n", wrong);
    assert(wrong == 0);
    cudaFree(d_points);
    cudaFree(d_centres);
    cudaFree(d_sums);
    cudaFree(d_sizes);
    cudaFree(d_cluster_of);
    return 0;
}
