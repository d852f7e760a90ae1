// Arithmetic of durations and time points; clocks never run backwards.
#include <cassert>
#include <chrono>
#include <cstdio>

using namespace std::chrono;
using namespace std::chrono_literals;

int main() {
    auto total = 2h + 30min + 15s;
    std::printf("%ld %ld\n", static_cast<long>(duration_cast<seconds>(total).count()),
                static_cast<long>(duration_cast<hours>(total).count()));
    milliseconds ms = 3s;
    ms += 250ms;
    std::printf("%ld %.3f\n", static_cast<long>(ms.count()), duration<double>(ms).count());
    std::printf("%d %d\n", ms > 3s, 1000us == 1ms);
    std::printf("%ld %ld\n", static_cast<long>((ms / 2).count()), static_cast<long>(ms / 1s));
    duration<int, std::ratio<1, 25>> frames(50);
    std::printf("%ld\n", static_cast<long>(duration_cast<milliseconds>(frames).count()));
    time_point<system_clock, seconds> t(10s);
    auto later = t + 5min;
    std::printf("%ld\n", static_cast<long>((later - t).count()));
    auto a = steady_clock::now();
    auto b = steady_clock::now();
    assert(b >= a);
}
