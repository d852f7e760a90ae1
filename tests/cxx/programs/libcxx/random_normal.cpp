// Normal, Bernoulli and exponential distributions.
#include <cstdio>
#include <random>

int main() {
    std::minstd_rand engine(7);
    std::normal_distribution<double> normal(10, 2);
    for (int i = 0; i < 4; ++i) std::printf("%.9f ", normal(engine));
    std::printf("\n");
    std::bernoulli_distribution coin(0.3);
    for (int i = 0; i < 12; ++i) std::printf("%d", coin(engine));
    std::printf("\n");
    std::exponential_distribution<float> wait(1.5f);
    for (int i = 0; i < 3; ++i) std::printf("%.6f ", static_cast<double>(wait(engine)));
    std::printf("\n");
}
