// The packed specialisation behaves as a sequence of bool.
#include <cstdio>
#include <vector>

int main() {
    std::vector<bool> bits(70);
    for (int i = 0; i < 70; i += 3) bits[i] = true;
    int count = 0;
    for (bool b : bits) count += b;
    std::printf("%d %zu\n", count, bits.size());
    bits.push_back(true);
    bits[1].flip();
    auto ref = bits[2];
    ref = bits[0];
    std::printf("%d %d %d %d\n", bool(bits[1]), bool(bits[2]), bool(bits[69]), bool(bits.back()));
    bits.flip();
    bits.erase(bits.begin());
    std::printf("%d %zu\n", bool(bits[0]), bits.size());
    std::vector<bool> other(bits);
    std::printf("%d\n", other == bits);
    other[5] = !other[5];
    std::printf("%d\n", other == bits);
}
