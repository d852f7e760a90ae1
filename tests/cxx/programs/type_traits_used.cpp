// Traits select code, and tag dispatch picks the algorithm.
#include <cstdio>
#include <iterator>
#include <list>
#include <type_traits>
#include <vector>

template <class It> const char *how(It, std::random_access_iterator_tag) { return "random access"; }
template <class It> const char *how(It, std::bidirectional_iterator_tag) { return "bidirectional"; }
template <class C> const char *how(C &c) {
    return how(c.begin(), typename std::iterator_traits<typename C::iterator>::iterator_category());
}

template <class T> using storage = std::conditional_t<(sizeof(T) > 4), T *, T>;

struct Trivial {
    int x;
};
struct Managed {
    ~Managed() {}
};

int main() {
    std::vector<int> v;
    std::list<int> l;
    std::printf("%s, %s\n", how(v), how(l));
    std::printf("%d %d\n", std::is_pointer_v<storage<double>>, std::is_pointer_v<storage<char>>);
    std::printf("%d %d %d\n", std::is_trivially_copyable_v<Trivial>, std::is_trivially_destructible_v<Managed>,
                std::is_standard_layout_v<Trivial>);
    std::printf("%d %d\n", std::is_same_v<std::common_type_t<int, double>, double>,
                std::is_same_v<std::remove_cv_t<const volatile int>, int>);
    std::printf("%zu %zu\n", std::alignment_of_v<double>, std::extent_v<int[3][4], 1>);
    std::printf("%d %d\n", std::is_invocable_v<int (*)(int), char>, std::is_invocable_v<int (*)(int), Trivial>);
}
