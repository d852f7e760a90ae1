// Doubles in containers, comparisons, sums of floats in a fixed order.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <vector>

struct Statistics {
    double mean = 0, variance = 0;
};

Statistics describe(const std::vector<double> &v) {
    Statistics s;
    s.mean = std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
    for (double x : v) s.variance += (x - s.mean) * (x - s.mean);
    s.variance /= static_cast<double>(v.size() - 1);
    return s;
}

int main() {
    std::vector<double> v;
    for (int i = 0; i < 12; ++i) v.push_back(i * i / 7.0 - 3);
    auto s = describe(v);
    std::printf("%.6f %.6f %.6f\n", s.mean, s.variance, std::sqrt(s.variance));
    std::nth_element(v.begin(), v.begin() + 6, v.end());
    std::printf("%.6f\n", v[6]);
    float f = 0, c = 0;
    for (int i = 1; i <= 20; ++i) {
        float y = 1.0f / static_cast<float>(i) - c, t = f + y;
        c = (t - f) - y;
        f = t;
    }
    std::printf("%.8f\n", static_cast<double>(f));
    std::printf("%d %d\n", std::abs(0.1 + 0.2 - 0.3) < 1e-12, 0.1 + 0.2 == 0.3);
}
