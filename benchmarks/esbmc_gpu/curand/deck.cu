// expect: SUCCESSFUL
// options: --arbitrary rand
// A thread shuffles four cards by the method of Fisher and Yates: the place to exchange with is not behind the card.
#include <assert.h>
#include <curand_kernel.h>
#include <cuda_runtime.h>

#define CARDS 4

__global__ void shuffle(int *card)
{
    curandStatePhilox4_32_10_t state;
    curand_init(2024, 0, 0, &state);
    for (int i = CARDS - 1; i > 0; i--) {
        unsigned int k = curand(&state) % (i + 1);
        int t = card[i];
        card[i] = card[k];
        card[k] = t;
    }
}

int main(void)
{
    int card[CARDS] = {1, 2, 4, 8}, *d_card;
    cudaMalloc((void **)&d_card, sizeof(card));
    cudaMemcpy(d_card, card, sizeof(card), cudaMemcpyHostToDevice);
    shuffle<<<1, 1>>>(d_card);
    cudaMemcpy(card, d_card, sizeof(card), cudaMemcpyDeviceToHost);
    cudaFree(d_card);
    assert((card[0] | card[1] | card[2] | card[3]) == 15);
    return 0;
}
