// Texts of exceptions that the library throws.
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <typeinfo>
#include <variant>
#include <vector>

template <class F> void show(F f) {
    try {
        f();
    } catch (const std::exception &e) {
        std::printf("%s\n", e.what());
    }
}

int main() {
    show([] { std::vector<int>(2).at(2); });
    show([] { std::string("ab").at(2); });
    show([] { std::string("ab").substr(3); });
    show([] { std::map<int, int>().at(1); });
    show([] { std::optional<int>().value(); });
    show([] { std::get<0>(std::variant<int, char>('c')); });
    show([] { std::function<void()>()(); });
    show([] { std::stoi("none"); });
    show([] { throw std::bad_alloc(); });
    show([] { std::vector<int>().reserve(std::size_t(-1)); });
    show([] { std::shared_ptr<int>(std::weak_ptr<int>()); });
    show([] { throw std::bad_cast(); });
}
