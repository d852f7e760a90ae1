// Discrete, Poisson and binomial distributions.
#include <cstdio>
#include <random>

int main() {
    std::minstd_rand0 engine(99);
    std::discrete_distribution<int> weights{1, 2, 7};
    int counts[3] = {};
    for (int i = 0; i < 30; ++i) ++counts[weights(engine)];
    std::printf("%d %d %d\n", counts[0], counts[1], counts[2]);
    std::poisson_distribution<int> events(3.5);
    for (int i = 0; i < 6; ++i) std::printf("%d ", events(engine));
    std::geometric_distribution<int> tries(0.4);
    for (int i = 0; i < 6; ++i) std::printf("%d ", tries(engine));
    std::printf("\n");
}
