// expect: FAILED
// property: data-race
// 1024 cards are dealt by a step of 420, which has the divisor 4 in common with 1024: places are written twice.
#include <assert.h>
#include <stdio.h>
#include <cuda_runtime.h>

#define CARDS 1024
#define STEP 420

__global__ void deal(const short *cards, short *places)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    places[(i * STEP + 11) % CARDS] = cards[i]; // violation
}

int main(void)
{
    short cards[CARDS], places[CARDS];
    for (int i = 0; i < CARDS; i++) {
        cards[i] = (short)i;
        places[i] = -1;
    }
    short *d_cards, *d_places;
    cudaMalloc((void **)&d_cards, sizeof(cards));
    cudaMalloc((void **)&d_places, sizeof(places));
    cudaMemcpy(d_cards, cards, sizeof(cards), cudaMemcpyHostToDevice);
    cudaMemcpy(d_places, places, sizeof(places), cudaMemcpyHostToDevice);
    deal<<<CARDS / 256, 256>>>(d_cards, d_places);
    cudaMemcpy(places, d_places, sizeof(places), cudaMemcpyDeviceToHost);
    for (int p = 0; p < CARDS; p++)
        printf("%d ", places[p]);
    cudaFree(d_cards);
    cudaFree(d_places);
    return 0;
}
