// Parameter packs: recursion, sizeof..., expansion in calls and initialisers.
#include <cstdio>
#include <initializer_list>

int total() { return 0; }
template <class Head, class... Tail> int total(Head head, Tail... tail) { return head + total(tail...); }

template <class... T> constexpr int count(T...) { return sizeof...(T); }

template <int... N> struct Numbers {
    static constexpr int size = sizeof...(N);
    static int largest() {
        int best = -1;
        for (int n : {N...})
            if (n > best) best = n;
        return best;
    }
};

template <class F, class... A> auto call(F f, A... a) { return f(a...); }

template <class... Base> struct All : Base... {
    using Base::value...;
};
struct One {
    int value(int) const { return 1; }
};
struct Two {
    int value(const char *) const { return 2; }
};

template <class T> void show(T x) { std::printf("<%d>", static_cast<int>(x)); }
template <class... T> void show_all(T... x) {
    int unused[] = {0, (show(x), 0)...};
    (void)unused;
    std::printf("\n");
}

int main() {
    std::printf("%d %d\n", total(1, 2, 3, 4), count('a', 2, 3.0));
    std::printf("%d %d\n", Numbers<4, 8, 1>::size, Numbers<4, 8, 1>::largest());
    std::printf("%d\n", call([](int a, int b) { return a * b; }, 6, 7));
    All<One, Two> all;
    std::printf("%d %d\n", all.value(0), all.value(""));
    show_all(1, 'b', 3.9, true);
}
