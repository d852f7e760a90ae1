// Full and partial specialisation pick the most special pattern.
#include <cstdio>

template <class T> struct Kind {
    static const char *name() { return "other"; }
};
template <> struct Kind<int> {
    static const char *name() { return "int"; }
};
template <class T> struct Kind<T *> {
    static const char *name() { return "pointer"; }
};
template <class T> struct Kind<const T> {
    static const char *name() { return "const"; }
};
template <class T, int N> struct Kind<T[N]> {
    static const char *name() { return "array"; }
};
template <class R, class... A> struct Kind<R(A...)> {
    static const char *name() { return "function"; }
    static constexpr int arity = sizeof...(A);
};

template <int N> struct Factorial {
    static constexpr long value = N * Factorial<N - 1>::value;
};
template <> struct Factorial<0> {
    static constexpr long value = 1;
};

template <class A, class B> struct Same {
    static constexpr bool value = false;
};
template <class A> struct Same<A, A> {
    static constexpr bool value = true;
};

template <class T> T convert(double x) { return static_cast<T>(x); }
template <> bool convert<bool>(double x) { return x > 0.5; }

int main() {
    std::printf("%s %s %s %s %s %s\n", Kind<int>::name(), Kind<int *>::name(), Kind<const int>::name(),
                Kind<char[4]>::name(), Kind<int(int, char)>::name(), Kind<double>::name());
    std::printf("%d %ld\n", Kind<void(int, int, int)>::arity, Factorial<10>::value);
    std::printf("%d %d\n", Same<int, int>::value, Same<int, long>::value);
    std::printf("%d %d\n", convert<int>(2.9), convert<bool>(0.4));
}
