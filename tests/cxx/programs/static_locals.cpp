// Initialised once, on the first pass, also when it throws.
#include <cstdio>
#include <string>

int attempts = 0;
int flaky() {
    if (++attempts < 3) throw attempts;
    return attempts * 10;
}

int cached() {
    static int value = flaky();
    return value;
}

int counter() {
    static int n = 0;
    return ++n;
}

const std::string &name(int i) {
    static const std::string names[] = {"zero", "one", "two"};
    return names[i];
}

template <class T> int instances() {
    static int n = 0;
    return ++n;
}

int recursive(int n) {
    static int depth = 0;
    ++depth;
    return n ? recursive(n - 1) : depth;
}

int main() {
    for (int i = 0; i < 4; ++i) {
        try {
            std::printf("%d\n", cached());
        } catch (int e) {
            std::printf("failed %d\n", e);
        }
    }
    counter();
    counter();
    std::printf("%d %s %s\n", counter(), name(1).c_str(), name(2).c_str());
    instances<int>();
    instances<int>();
    std::printf("%d %d\n", instances<int>(), instances<char>());
    std::printf("%d\n", recursive(5));
}
