// A copy that throws while a vector grows leaves the vector as it was.
#include <cstdio>
#include <vector>

struct Item {
    static int alive, copies, limit;
    int value;
    explicit Item(int v) : value(v) { ++alive; }
    Item(const Item &o) : value(o.value) {
        if (++copies == limit) throw copies;
        ++alive;
    }
    ~Item() { --alive; }
};
int Item::alive = 0, Item::copies = 0, Item::limit = 0;

int main() {
    {
        std::vector<Item> v;
        v.reserve(3);
        for (int i = 0; i < 3; ++i) v.emplace_back(i);
        Item::copies = 0;
        Item::limit = 3;
        try {
            v.push_back(Item(9));
        } catch (int n) {
            std::printf("caught %d\n", n);
        }
        std::printf("size %zu alive %d:", v.size(), Item::alive);
        for (auto &i : v) std::printf(" %d", i.value);
        std::printf("\n");
        try {
            v.at(10);
        } catch (const std::exception &e) {
            std::puts("at");
        }
    }
    std::printf("alive %d\n", Item::alive);
}
