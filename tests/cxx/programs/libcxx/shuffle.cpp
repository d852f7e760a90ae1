// std::shuffle and std::sample draw from the engine in libc++'s way.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>

int main() {
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 0);
    std::minstd_rand engine(5);
    std::shuffle(v.begin(), v.end(), engine);
    for (int x : v) std::printf("%d ", x);
    std::printf("\n");
    std::vector<int> some;
    std::sample(v.begin(), v.end(), std::back_inserter(some), 4, engine);
    for (int x : some) std::printf("%d ", x);
    std::printf("\n");
}
