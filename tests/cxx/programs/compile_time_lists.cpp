// Type lists, index sequences and tables made of packs.
#include <array>
#include <cstdio>
#include <tuple>
#include <utility>

template <class... T> struct List {};
template <class L> struct Size;
template <class... T> struct Size<List<T...>> {
    static constexpr int value = sizeof...(T);
};
template <class L, template <class> class F> struct Map;
template <class... T, template <class> class F> struct Map<List<T...>, F> {
    using type = List<typename F<T>::type...>;
};
template <class T> struct Pointer {
    using type = T *;
};
template <class... T> constexpr int bytes(List<T...>) { return (0 + ... + static_cast<int>(sizeof(T))); }

template <int... I> constexpr std::array<int, sizeof...(I)> cubes(std::integer_sequence<int, I...>) { return {{I * I * I...}}; }

template <class Tuple, std::size_t... I> void print(const Tuple &t, std::index_sequence<I...>) {
    ((std::printf("%s%d", I ? " " : "", static_cast<int>(std::get<I>(t)))), ...);
    std::printf("\n");
}

int main() {
    using Types = List<char, int, double>;
    std::printf("%d %d %d\n", Size<Types>::value, bytes(Types()), bytes(typename Map<Types, Pointer>::type()));
    constexpr auto table = cubes(std::make_integer_sequence<int, 6>());
    static_assert(table[5] == 125);
    for (int x : table) std::printf("%d ", x);
    std::printf("\n");
    print(std::make_tuple(1, 'A', 2.9), std::make_index_sequence<3>());
}
