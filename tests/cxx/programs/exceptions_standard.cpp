// what() of the standard exceptions, and their hierarchy.
#include <cstdio>
#include <functional>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

template <class E> void test(const E &e, const char *name) {
    try {
        throw e;
    } catch (const std::logic_error &x) {
        std::printf("%s: logic '%s'\n", name, x.what());
    } catch (const std::runtime_error &x) {
        std::printf("%s: runtime '%s'\n", name, x.what());
    }
}

template <class F> const char *outcome(F f) {
    try {
        f();
        return "fine";
    } catch (const std::bad_alloc &) {
        return "bad_alloc";
    } catch (const std::bad_function_call &) {
        return "bad_function_call";
    } catch (const std::bad_optional_access &) {
        return "bad_optional_access";
    } catch (const std::bad_variant_access &) {
        return "bad_variant_access";
    } catch (const std::out_of_range &) {
        return "out_of_range";
    } catch (const std::invalid_argument &) {
        return "invalid_argument";
    } catch (const std::length_error &) {
        return "length_error";
    }
}

int main() {
    test(std::domain_error("d"), "domain");
    test(std::invalid_argument("i"), "invalid");
    test(std::overflow_error("o"), "overflow");
    test(std::range_error(std::string("a longer text that does not fit into a short string")), "range");
    std::puts(outcome([] { std::function<void()>()(); }));
    std::puts(outcome([] { (void)std::optional<int>().value(); }));
    std::puts(outcome([] { (void)std::get<int>(std::variant<double, int>(1.0)); }));
    std::puts(outcome([] { (void)std::string("abc").at(3); }));
    std::puts(outcome([] { (void)std::stoi("xyz"); }));
    std::puts(outcome([] { (void)std::stoi("99999999999"); }));
    std::puts(outcome([] { throw std::bad_alloc(); }));
    std::puts(outcome([] { std::string().reserve(std::string().max_size() + 1); }));
}
