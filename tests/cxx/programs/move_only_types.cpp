// Types that can be moved and not copied, in containers and functions.
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

class Handle {
    int id = 0;
    static int open;

  public:
    explicit Handle(int i) : id(i) { ++open; }
    Handle(Handle &&o) noexcept : id(std::exchange(o.id, 0)) {}
    Handle &operator=(Handle &&o) noexcept {
        std::swap(id, o.id);
        return *this;
    }
    ~Handle() {
        if (id) --open;
    }
    int value() const { return id; }
    static int count() { return open; }
};
int Handle::open = 0;

Handle relay(Handle h) { return h; }

int main() {
    {
        std::vector<Handle> v;
        for (int i = 1; i < 6; ++i) v.push_back(relay(Handle(i)));
        v.erase(v.begin() + 1);
        v.insert(v.begin(), Handle(50));
        for (auto &h : v) std::printf("%d ", h.value());
        std::printf("(%d open)\n", Handle::count());
        std::map<std::string, Handle> m;
        m.emplace("x", Handle(7));
        m.insert({"y", std::move(v[0])});
        std::printf("%d %d %d\n", m.at("x").value(), m.at("y").value(), v[0].value());
        auto task = [h = Handle(9)]() { return h.value(); };
        auto moved = std::move(task);
        std::printf("%d %d\n", moved(), Handle::count());
    }
    std::printf("%d open\n", Handle::count());
}
