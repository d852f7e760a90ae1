// The default engine, seeds, discards and float distributions.
#include <cstdio>
#include <random>

int main() {
    std::default_random_engine engine;
    std::printf("%u %u\n", static_cast<unsigned>(engine()), static_cast<unsigned>(engine()));
    engine.seed(123);
    std::uniform_real_distribution<float> range(-1.f, 1.f);
    for (int i = 0; i < 4; ++i) std::printf("%.7f ", static_cast<double>(range(engine)));
    engine.discard(10);
    std::printf("\n%u %u\n", static_cast<unsigned>(engine()), static_cast<unsigned>(engine.max()));
    std::uniform_int_distribution<long> wide(-1000000000000, 1000000000000);
    std::printf("%ld\n", wide(engine));
}
