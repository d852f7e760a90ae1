// Forwarding keeps value categories through several layers.
#include <cstdio>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

struct Probe {
    int copies = 0, moves = 0;
    Probe() = default;
    Probe(const Probe &o) : copies(o.copies + 1), moves(o.moves) {}
    Probe(Probe &&o) noexcept : copies(o.copies), moves(o.moves + 1) {}
};

struct Target {
    Probe p;
    std::string s;
    template <class P, class S> Target(P &&a, S &&b) : p(std::forward<P>(a)), s(std::forward<S>(b)) {}
};

template <class T, class... A> std::unique_ptr<T> build(A &&...a) {
    return std::unique_ptr<T>(new T(std::forward<A>(a)...));
}

template <class F, class Tuple> decltype(auto) spread(F &&f, Tuple &&t) {
    return std::apply(std::forward<F>(f), std::forward<Tuple>(t));
}

int main() {
    Probe p;
    auto a = build<Target>(p, "copied");
    auto b = build<Target>(std::move(p), std::string("moved"));
    auto c = build<Target>(Probe(), "temporary");
    std::printf("%d/%d %d/%d %d/%d\n", a->p.copies, a->p.moves, b->p.copies, b->p.moves, c->p.copies, c->p.moves);
    int x = 5;
    int &r = spread([](int &i, int j) -> int & { return i += j; }, std::tuple<int &, int>(x, 3));
    r *= 10;
    std::printf("%d %s\n", x, b->s.c_str());
    auto wrap = [](auto &&...args) { return std::make_tuple(std::forward<decltype(args)>(args)...); };
    auto t = wrap(1, Probe(), x);
    std::printf("%d %d\n", std::get<1>(t).moves, std::get<2>(t));
}
