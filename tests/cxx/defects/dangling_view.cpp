// A string_view of a temporary string.
#include <string>
#include <string_view>

int main() {
    std::string_view v = std::string("a text long enough to be on the heap, not in the object");
    return v[0] == 'x';  // expect use-after-free
}
