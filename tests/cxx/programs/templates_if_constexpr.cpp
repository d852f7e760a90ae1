// Branches of if constexpr are chosen at compile time.
#include <cstdio>
#include <type_traits>

template <class T> auto half(T x) {
    if constexpr (std::is_integral_v<T>)
        return x / 2;
    else if constexpr (std::is_pointer_v<T>)
        return half(*x);
    else
        return x * 0.5;
}

template <int N> int fibonacci() {
    if constexpr (N < 2)
        return N;
    else
        return fibonacci<N - 1>() + fibonacci<N - 2>();
}

template <class Head, class... Tail> void describe(Head head, Tail... tail) {
    if constexpr (std::is_same_v<Head, const char *>)
        std::printf("text %s", head);
    else if constexpr (std::is_floating_point_v<Head>)
        std::printf("real %.1f", head);
    else
        std::printf("integer %d", head);
    if constexpr (sizeof...(tail) > 0) {
        std::printf(", ");
        describe(tail...);
    } else {
        std::printf("\n");
    }
}

int main() {
    int nine = 9;
    std::printf("%d %.2f %d\n", half(7), half(7.0), half(&nine));
    std::printf("%d\n", fibonacci<10>());
    describe(1, 2.5, "three", 4);
}
