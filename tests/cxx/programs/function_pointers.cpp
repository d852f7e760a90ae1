// Tables of functions, pointers as template arguments, callbacks of C.
#include <cstdio>

int add(int a, int b) { return a + b; }
int sub(int a, int b) { return a - b; }
int mul(int a, int b) { return a * b; }

using Op = int (*)(int, int);
struct Entry {
    char sign;
    Op op;
};
const Entry table[] = {{'+', add}, {'-', sub}, {'*', mul}};

Op find(char c) {
    for (auto &e : table)
        if (e.sign == c) return e.op;
    return nullptr;
}

template <Op F> int fold(const int *v, int n) {
    int r = v[0];
    for (int i = 1; i < n; ++i) r = F(r, v[i]);
    return r;
}

int (*choose(bool first))(int, int) { return first ? add : sub; }

int main() {
    std::printf("%d %d %d %d\n", find('+')(6, 3), find('-')(6, 3), (*find('*'))(6, 3), find('/') == nullptr);
    int v[] = {2, 3, 4};
    std::printf("%d %d\n", fold<mul>(v, 3), fold<sub>(v, 3));
    std::printf("%d %d\n", choose(true)(1, 2), choose(false)(1, 2));
    Op array[2] = {mul, add};
    std::printf("%d\n", array[0](array[1](1, 2), 5));
    int (&ref)(int, int) = sub;
    std::printf("%d %d\n", ref(9, 4), &ref == sub);
}
