// Text to numbers and back.
#include <cstdio>
#include <stdexcept>
#include <string>

int main() {
    std::printf("%s %s %s\n", std::to_string(-42).c_str(), std::to_string(123456789012345ull).c_str(),
                std::to_string(2.5).c_str());
    std::printf("%d %ld %llu\n", std::stoi(" 77xyz"), std::stol("-123"), std::stoull("18446744073709551615"));
    std::size_t used = 0;
    int parsed = std::stoi("ff!", &used, 16);
    std::printf("%d %zu\n", parsed, used);
    std::printf("%d %d\n", std::stoi("0x1f", nullptr, 0), std::stoi("1011", nullptr, 2));
    std::printf("%.3f %.1f %g\n", std::stod("3.14159"), std::stof("-2.5e1"), std::stod("1e3", &used));
    std::printf("%zu\n", used);
    const char *bad[] = {"", "abc", "2147483648", "-2147483649"};
    for (const char *b : bad) {
        try {
            std::printf("%d\n", std::stoi(b));
        } catch (const std::invalid_argument &) {
            std::puts("invalid");
        } catch (const std::out_of_range &) {
            std::puts("range");
        }
    }
}
