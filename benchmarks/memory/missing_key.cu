// expect: FAILED
// property: null-dereference
// A search in a host list returns NULL for a key that is not there, and the caller does not look.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

struct Item {
    int id;
    int price;
    struct Item *next;
};

static struct Item *prepend(struct Item *head, int id, int price)
{
    struct Item *item = (struct Item *)malloc(sizeof(struct Item));
    item->id = id;
    item->price = price;
    item->next = head;
    return item;
}

static const struct Item *find(const struct Item *head, int id)
{
    while (head && head->id != id)
        head = head->next;
    return head;
}

__global__ void discount(int *price, int n, int percent)
{
    int i = threadIdx.x;
    if (i < n)
        price[i] -= price[i] * percent / 100;
}

int main(void)
{
    struct Item *list = NULL;
    const int n = 20;
    for (int id = 0; id < n; id++)
        list = prepend(list, id, 100 * (id + 1));

    int price[n], *d_price, k = 0;
    for (struct Item *it = list; it; it = it->next)
        price[k++] = it->price;
    cudaMalloc((void **)&d_price, sizeof(price));
    cudaMemcpy(d_price, price, sizeof(price), cudaMemcpyHostToDevice);
    discount<<<1, 32>>>(d_price, n, 20);
    cudaMemcpy(price, d_price, sizeof(price), cudaMemcpyDeviceToHost);
    cudaFree(d_price);
    k = 0;
    for (struct Item *it = list; it; it = it->next)
        it->price = price[k++];

    const struct Item *found = find(list, 7);
    assert(found != NULL && found->price == 640);
    printf("%d\n", find(list, n)->price); // violation

    while (list) {
        struct Item *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
