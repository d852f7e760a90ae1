// Copies, moves and destructions of elements while a vector changes.
#include <cstdio>
#include <utility>
#include <vector>

struct Value {
    static int copies, moves, alive;
    int v;
    explicit Value(int x = 0) : v(x) { ++alive; }
    Value(const Value &o) : v(o.v) { ++copies, ++alive; }
    Value(Value &&o) noexcept : v(std::exchange(o.v, -1)) { ++moves, ++alive; }
    Value &operator=(const Value &o) {
        v = o.v;
        ++copies;
        return *this;
    }
    Value &operator=(Value &&o) noexcept {
        v = std::exchange(o.v, -1);
        ++moves;
        return *this;
    }
    ~Value() { --alive; }
};
int Value::copies = 0, Value::moves = 0, Value::alive = 0;

static void report(const char *what) {
    std::printf("%s: %d copies, %d moves, %d alive\n", what, Value::copies, Value::moves, Value::alive);
    Value::copies = Value::moves = 0;
}

int main() {
    {
        std::vector<Value> v;
        v.reserve(4);
        v.emplace_back(1);
        v.push_back(Value(2));
        Value named(3);
        v.push_back(named);
        report("filled");
        v.reserve(8);
        report("reserved");
        v.erase(v.begin());
        report("erased");
        auto w = v;
        report("copied");
        auto u = std::move(w);
        report("moved");
        std::printf("%zu %zu %d\n", w.size(), u.size(), u[0].v);
        v.resize(5);
        report("resized");
    }
    report("end");
}
