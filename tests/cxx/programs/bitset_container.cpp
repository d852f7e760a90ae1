// Fixed sets of bits: logic, shifts, conversions to text.
#include <bitset>
#include <cstdio>

int main() {
    std::bitset<12> a(0b101100111000), b(0xff);
    std::printf("%s %s\n", a.to_string().c_str(), (a & b).to_string().c_str());
    std::printf("%lu %lu\n", (a | b).to_ulong(), (a ^ b).to_ulong());
    std::printf("%s %s\n", (a << 3).to_string().c_str(), (a >> 5).to_string().c_str());
    a.set(0).reset(11).flip(5);
    std::printf("%s %zu %d %d %d\n", a.to_string().c_str(), a.count(), a.any(), a.all(), a.test(5));
    std::bitset<100> big;
    big.set(99);
    big[64] = true;
    big >>= 60;
    std::printf("%zu %lu\n", big.count(), (big & std::bitset<100>(0xffff)).to_ulong());
    std::bitset<8> parsed(std::string("11001"));
    std::printf("%lu %d\n", parsed.to_ulong(), parsed == std::bitset<8>(25));
    try {
        big.set(60).set(99).to_ulong();
        std::bitset<100>().set(90).to_ulong();
    } catch (const std::exception &) {
        std::puts("overflow");
    }
}
