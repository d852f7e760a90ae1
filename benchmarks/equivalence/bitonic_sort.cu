// options: --grid 1 --block 256 --arg data=symbolic:256
// Bitonic sort: in global memory, and in shared memory. The faulty one leaves out the last step.
#define N 256

__global__ void simple(int *data)
{
    int t = threadIdx.x;

    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;

            if (other > t) {
                int a = data[t], b = data[other];

                if ((t & size) == 0 ? a > b : a < b) {
                    data[t] = b;
                    data[other] = a;
                }
            }
            __syncthreads();
        }
}

__global__ void fast(int *data)
{
    __shared__ int part[N];
    int t = threadIdx.x;

    part[t] = data[t];
    __syncthreads();
    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 0; stride /= 2) {
            int other = t ^ stride;

            if (other > t) {
                int a = part[t], b = part[other];

                if ((t & size) == 0 ? a > b : a < b) {
                    part[t] = b;
                    part[other] = a;
                }
            }
            __syncthreads();
        }
    data[t] = part[t];
}

__global__ void faulty(int *data)
{
    __shared__ int part[N];
    int t = threadIdx.x;

    part[t] = data[t];
    __syncthreads();
    for (int size = 2; size <= N; size *= 2)
        for (int stride = size / 2; stride > 1 || (stride == 1 && size < N); stride /= 2) {
            int other = t ^ stride;

            if (other > t) {
                int a = part[t], b = part[other];

                if ((t & size) == 0 ? a > b : a < b) {
                    part[t] = b;
                    part[other] = a;
                }
            }
            __syncthreads();
        }
    data[t] = part[t];
}
