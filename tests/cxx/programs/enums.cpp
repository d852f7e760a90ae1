// Plain and scoped enumerations, underlying types, switches, flags.
#include <cstdio>
#include <type_traits>

enum Plain { zero, one, five = 5, six };
enum class Colour : unsigned char { red = 1, green, blue = 200 };
enum class Access : int { none = 0, read = 1, write = 2, all = read | write };

constexpr Access operator|(Access a, Access b) { return static_cast<Access>(static_cast<int>(a) | static_cast<int>(b)); }
constexpr Access operator&(Access a, Access b) { return static_cast<Access>(static_cast<int>(a) & static_cast<int>(b)); }

const char *name(Colour c) {
    switch (c) {
    case Colour::red: return "red";
    case Colour::green: return "green";
    case Colour::blue: return "blue";
    }
    return "?";
}

int main() {
    Plain p = six;
    std::printf("%d %d\n", p + 1, p == 6);
    Colour c = Colour::blue;
    std::printf("%s %s %d %zu\n", name(c), name(static_cast<Colour>(2)), static_cast<int>(c), sizeof(c));
    Access a = Access::read | Access::write;
    std::printf("%d %d\n", a == Access::all, (a & Access::write) != Access::none);
    std::printf("%d\n", std::is_same<std::underlying_type_t<Colour>, unsigned char>::value);
    c = static_cast<Colour>(static_cast<int>(c) + 100);
    std::printf("%d %s\n", static_cast<int>(c), name(c));
    Colour braces{7};
    std::printf("%d\n", static_cast<int>(braces));
}
