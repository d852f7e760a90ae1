// Overloads that drop out when an expression does not exist.
#include <cstdio>
#include <type_traits>
#include <utility>

template <class T> auto size_of(const T &t, int) -> decltype(t.size(), 0) { return t.size(); }
template <class T> int size_of(const T &, long) { return -1; }

struct Sized {
    int size() const { return 12; }
};

template <class T, class = void> struct has_begin : std::false_type {};
template <class T> struct has_begin<T, std::void_t<decltype(std::declval<T &>().begin())>> : std::true_type {};

struct Range {
    int *begin() { return nullptr; }
};

template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0> const char *group(T) { return "integral"; }
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> const char *group(T) {
    return "floating";
}
template <class T, std::enable_if_t<std::is_enum<T>::value, int> = 0> const char *group(T) { return "enum"; }

enum class Colour { red };

int main() {
    std::printf("%d %d\n", size_of(Sized(), 0), size_of(3, 0));
    std::printf("%d %d\n", has_begin<Range>::value, has_begin<int>::value);
    std::printf("%s %s %s %s\n", group(1), group('c'), group(1.0f), group(Colour::red));
    std::printf("%d %d %d\n", std::is_same<std::decay_t<const int &>, int>::value, std::is_base_of<Sized, Sized>::value,
                std::is_convertible<int, double>::value);
}
