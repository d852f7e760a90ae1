// Sizes, alignments and offsets as the ABI says.
#include <cstddef>
#include <cstdio>

struct A {
    char c;
    int i;
    char d;
};
struct B {
    double d;
    char c;
};
struct Empty {};
struct C : Empty {
    int x;
};
struct D {
    Empty e;
    int x;
};
struct V {
    virtual ~V() = default;
    int x;
};
struct W : V {
    char tail;
};
struct __attribute__((packed)) P {
    char c;
    int i;
};
struct alignas(16) Q {
    int x;
};
struct Long {
    long double l;
    char c;
};

int main() {
    std::printf("%zu %zu %zu %zu %zu\n", sizeof(A), sizeof(B), sizeof(Empty), sizeof(C), sizeof(D));
    std::printf("%zu %zu %zu %zu\n", sizeof(V), sizeof(W), sizeof(P), sizeof(Q));
    std::printf("%zu %zu %zu\n", offsetof(A, i), offsetof(A, d), offsetof(P, i));
    std::printf("%zu %zu %zu %zu\n", alignof(A), alignof(Q), alignof(double), alignof(P));
    std::printf("%zu %zu\n", sizeof(int V::*), sizeof(void (V::*)()));
    P p{'x', 77};
    P q = p;
    std::printf("%d %c\n", q.i, q.c);
    std::printf("%zu\n", sizeof(A[3]));
}
