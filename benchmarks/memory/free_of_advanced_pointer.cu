// expect: FAILED
// property: invalid-free
// The pointer to a string is moved past a character before the string is freed.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>

__global__ void reverse(char *s, int length)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length / 2) {
        char t = s[i];
        s[i] = s[length - 1 - i];
        s[length - 1 - i] = t;
    }
}

int main(void)
{
    const char *text = "A man, a plan, a canal: Panama! Was it a car or a cat I saw?";
    int length = (int)strlen(text);
    char *result = (char *)malloc(length + 1);

    char *d_text;
    cudaMalloc((void **)&d_text, length + 1);
    cudaMemcpy(d_text, text, length + 1, cudaMemcpyHostToDevice);
    reverse<<<(length / 2 + 15) / 16, 16>>>(d_text, length);
    cudaMemcpy(result, d_text, length + 1, cudaMemcpyDeviceToHost);

    printf("%s\n", result);
    assert(strlen(result) == strlen(text));
    for (int i = 0; i < length; i++)
        assert(result[i] == text[length - 1 - i]);

    while (*result == '?')
        result++;
    puts(result);
    cudaFree(d_text);
    free(result); // violation
    return 0;
}
