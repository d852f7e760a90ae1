// The engine and its uniform distributions as libc++ has them.
#include <cstdio>
#include <random>

int main() {
    std::mt19937 engine(42);
    for (int i = 0; i < 4; ++i) std::printf("%u ", static_cast<unsigned>(engine()));
    std::printf("\n");
    std::uniform_int_distribution<int> dice(1, 6);
    for (int i = 0; i < 10; ++i) std::printf("%d ", dice(engine));
    std::printf("\n");
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int i = 0; i < 3; ++i) std::printf("%.12f ", unit(engine));
    std::printf("\n");
}
