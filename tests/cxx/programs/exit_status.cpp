// The status that main returns.
#include <cstdio>

enum Status { good = 0, bad = 17 };

int main(int argc, char **argv) {
    std::printf("%d %d\n", argc > 0, argv[argc] == nullptr);
    return bad;
}
