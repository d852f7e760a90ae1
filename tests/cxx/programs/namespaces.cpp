// Nested, inline and unnamed namespaces, using declarations, lookup by argument.
#include <cstdio>

namespace geometry {
struct Point {
    int x;
};
int measure(Point p) { return p.x; }
namespace detail {
int scale = 3;
}
inline namespace v2 {
int version() { return 2; }
}
namespace v1 {
int version() { return 1; }
}
}
namespace geometry::solid {
int volume(int a) { return a * a * a * detail::scale; }
}
namespace {
int hidden() { return 9; }
}
namespace alias = geometry::solid;
int measure(int x) { return -x; }

int value = 1;
int main() {
    geometry::Point p{8};
    std::printf("%d %d\n", measure(p), measure(8));
    std::printf("%d %d %d\n", geometry::version(), geometry::v1::version(), geometry::v2::version());
    std::printf("%d %d\n", alias::volume(2), hidden());
    int value = 2;
    {
        int value = 3;
        std::printf("%d %d\n", value, ::value);
    }
    using geometry::detail::scale;
    scale = value;
    std::printf("%d\n", geometry::solid::volume(1));
}
