// Callbacks registered with handles that unregister themselves.
#include <cstdio>
#include <functional>
#include <map>
#include <string>
#include <utility>

class Signal {
    std::map<int, std::function<void(const std::string &, int)>> slots;
    int next = 0;

  public:
    class Connection {
        Signal *signal;
        int id;

      public:
        Connection(Signal *s, int i) : signal(s), id(i) {}
        Connection(Connection &&o) noexcept : signal(std::exchange(o.signal, nullptr)), id(o.id) {}
        ~Connection() {
            if (signal) signal->slots.erase(id);
        }
    };
    template <class F> Connection connect(F f) {
        slots[next] = std::move(f);
        return Connection(this, next++);
    }
    void emit(const std::string &name, int value) const {
        for (auto &slot : slots) slot.second(name, value);
    }
};

int main() {
    Signal signal;
    int sum = 0;
    auto keep = signal.connect([&sum](const std::string &, int v) { sum += v; });
    signal.emit("one", 1);
    {
        auto print = signal.connect([](const std::string &n, int v) { std::printf("%s=%d\n", n.c_str(), v); });
        signal.emit("two", 2);
    }
    signal.emit("three", 3);
    std::printf("%d\n", sum);
}
