// Recursion through std::function and through a generic parameter.
#include <cstdio>
#include <functional>

int main() {
    std::function<long(int)> factorial = [&](int n) -> long { return n < 2 ? 1 : n * factorial(n - 1); };
    std::printf("%ld\n", factorial(12));
    auto fib = [](auto &self, int n) -> int { return n < 2 ? n : self(self, n - 1) + self(self, n - 2); };
    std::printf("%d\n", fib(fib, 10));
    std::function<bool(int)> even, odd;
    even = [&](int n) { return n == 0 || odd(n - 1); };
    odd = [&](int n) { return n != 0 && even(n - 1); };
    std::printf("%d %d\n", even(9), odd(9));
    std::function<void(int, char, char, char)> hanoi;
    int moves = 0;
    hanoi = [&](int n, char from, char to, char via) {
        if (n == 0) return;
        hanoi(n - 1, from, via, to);
        ++moves;
        hanoi(n - 1, via, to, from);
    };
    hanoi(4, 'a', 'b', 'c');
    std::printf("%d\n", moves);
}
