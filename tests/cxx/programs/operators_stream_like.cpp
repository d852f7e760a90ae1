// A shift operator that chains, and user-defined literals.
#include <cstdio>

struct Log {
    int parts = 0;
};
Log &operator<<(Log &log, int x) {
    std::printf("[%d]", x);
    ++log.parts;
    return log;
}
Log &operator<<(Log &log, const char *s) {
    std::printf("[%s]", s);
    ++log.parts;
    return log;
}
Log &operator<<(Log &log, Log &(*manipulator)(Log &)) { return manipulator(log); }
Log &newline(Log &log) {
    std::printf("\n");
    return log;
}

constexpr unsigned long long operator""_km(unsigned long long x) { return x * 1000; }
constexpr int operator""_len(const char *, unsigned long n) { return static_cast<int>(n); }
constexpr char operator""_up(char c) { return static_cast<char>(c - 32); }

template <char... C> constexpr int operator""_bits() {
    int v = 0;
    ((v = v * 2 + (C == '1')), ...);
    return v;
}

int main() {
    Log log;
    log << 1 << "two" << 3 << newline << "end" << newline;
    std::printf("%d\n", log.parts);
    std::printf("%llu %d %c %d\n", 2_km, "hello"_len, 'x'_up, 1011_bits);
}
