// Sums, products, prefix sums, inner products, iota.
#include <cstdio>
#include <functional>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

int main() {
    std::vector<int> v(10);
    std::iota(v.begin(), v.end(), 1);
    std::printf("%d %d\n", std::accumulate(v.begin(), v.end(), 0),
                std::accumulate(v.begin(), v.begin() + 5, 1, std::multiplies<int>()));
    std::vector<int> prefix;
    std::partial_sum(v.begin(), v.end(), std::back_inserter(prefix));
    for (int x : prefix) std::printf("%d ", x);
    std::printf("\n");
    std::adjacent_difference(prefix.begin(), prefix.end(), prefix.begin());
    std::printf("%d %d\n", prefix[0], prefix[9]);
    std::printf("%d\n", std::inner_product(v.begin(), v.end(), v.begin(), 0));
    std::vector<double> halves{0.5, 1.5, 2.25};
    std::printf("%.3f\n", std::accumulate(halves.begin(), halves.end(), 0.0));
    std::printf("%d %d\n", std::gcd(84, 36), std::lcm(6, 8));
    auto text = std::accumulate(v.begin(), v.begin() + 4, std::string("v"),
                                [](std::string s, int x) { return s + "-" + std::to_string(x); });
    std::printf("%s\n", text.c_str());
    std::printf("%d\n", std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x % 2; }));
    std::vector<int> scan(4);
    std::exclusive_scan(v.begin(), v.begin() + 4, scan.begin(), 100);
    std::printf("%d %d\n", scan[0], scan[3]);
}
