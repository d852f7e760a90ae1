// Floating point: rounding, special values, conversions, library functions.
#include <cfloat>
#include <cmath>
#include <cstdio>

int main() {
    float f = 0.1f;
    double d = 0.1;
    std::printf("%.9f %.17f %d\n", static_cast<double>(f), d, f == d);
    float sum = 0;
    for (int i = 0; i < 10; ++i) sum += 0.1f;
    std::printf("%.8f %d\n", static_cast<double>(sum), sum == 1.0f);
    double zero = 0.0, inf = 1 / zero, nan = zero / zero;
    std::printf("%f %f %d %d\n", inf, -inf, nan == nan, std::isnan(nan));
    std::printf("%d %d %d\n", std::isinf(inf), std::isfinite(1.0), std::signbit(-0.0));
    std::printf("%d %d %d %d\n", static_cast<int>(2.9), static_cast<int>(-2.9), static_cast<int>(std::floor(-2.1)),
                static_cast<int>(std::ceil(2.1)));
    std::printf("%.1f %.1f %.1f %.1f\n", std::round(2.5), std::round(-2.5), std::trunc(2.7), std::nearbyint(2.5));
    std::printf("%.6f %.6f %.6f\n", std::sqrt(2.0), std::pow(2.0, 0.5), std::cbrt(27.0));
    std::printf("%.6f %.6f %.6f\n", std::sin(1.0), std::exp(1.0), std::log(10.0));
    std::printf("%.3f %.3f %.3f\n", std::fmod(7.5, 2.0), std::hypot(3.0, 4.0), std::fabs(-1.25));
    std::printf("%.1f %.1f\n", std::fmax(1.0, 2.0), std::fmin(nan, 3.0));
    std::printf("%g %g\n", DBL_MIN, static_cast<double>(FLT_MAX));
    long l = static_cast<long>(1e15);
    unsigned char c = static_cast<unsigned char>(200.7);
    std::printf("%ld %d %.1f\n", l, c, static_cast<double>(16777217));
    std::printf("%.1f\n", static_cast<double>(static_cast<float>(16777217)));
    int e;
    double m = std::frexp(48.0, &e);
    std::printf("%.3f %d %.1f\n", m, e, std::ldexp(0.75, 4));
}
