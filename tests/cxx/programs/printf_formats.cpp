// printf with flags, widths, precisions and lengths.
#include <cinttypes>
#include <cstdio>

int main() {
    std::printf("[%d] [%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42, 42);
    std::printf("[%u] [%x] [%X] [%#x] [%o] [%#o]\n", 42u, 255, 255, 255, 8, 8);
    std::printf("[%f] [%.2f] [%8.3f] [%-8.1f] [%+.1f] [%.0f]\n", 3.14159, 3.14159, 3.14159, 3.14159, 3.14159, 2.5);
    std::printf("[%e] [%.2E] [%g] [%g] [%G]\n", 12345.678, 0.00012, 100000.0, 1000000.0, 1e-5);
    std::printf("[%s] [%8s] [%-8s] [%.2s]\n", "text", "text", "text", "text");
    std::printf("[%c] [%3c] [%%]\n", 'x', 'y');
    std::printf("[%ld] [%lld] [%hd] [%hhd] [%zu]\n", 1L << 40, 1LL << 41, 70000 & 0x7fff, 65, sizeof(int));
    std::printf("[%*d] [%.*f]\n", 6, 7, 2, 1.0 / 3);
    std::printf("[%" PRId64 "] [%" PRIu32 "]\n", static_cast<std::int64_t>(-5), 7u);
    int n = std::printf("twelve chars");
    std::printf(" %d\n", n);
    char buffer[16];
    n = std::snprintf(buffer, sizeof buffer, "%s and %d more", "something", 12345);
    std::printf("%s %d\n", buffer, n);
}
