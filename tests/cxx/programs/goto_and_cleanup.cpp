// Jumps out of scopes run destructors.
#include <cstdio>

struct Scope {
    const char *name;
    explicit Scope(const char *n) : name(n) { std::printf("<%s ", name); }
    ~Scope() { std::printf("%s> ", name); }
};

int search(int target) {
    Scope all("all");
    for (int i = 0; i < 3; ++i) {
        Scope row("row");
        for (int j = 0; j < 3; ++j) {
            Scope cell("cell");
            if (i * 3 + j == target) return i * 10 + j;
            if (j == 1 && i == 0) break;
            if (i == 1) goto found;
        }
    }
    return -1;
found:
    Scope label("label");
    return -2;
}

int main() {
    std::printf("= %d\n", search(1));
    std::printf("= %d\n", search(100));
    int n = 0;
back: {
    Scope s("block");
    if (++n < 3) goto back;
}
    std::printf("%d\n", n);
    switch (n) {
    case 3: {
        Scope s("case");
        break;
    }
    default: std::puts("no");
    }
    std::printf("\n");
}
