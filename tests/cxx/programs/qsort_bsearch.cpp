// C callbacks: qsort and bsearch with comparison functions.
#include <cstdio>
#include <cstdlib>
#include <cstring>

struct Item {
    int key;
    char name[8];
};

static int by_key(const void *a, const void *b) {
    return static_cast<const Item *>(a)->key - static_cast<const Item *>(b)->key;
}
static int by_name(const void *a, const void *b) {
    return std::strcmp(static_cast<const Item *>(a)->name, static_cast<const Item *>(b)->name);
}

int main() {
    Item items[] = {{5, "five"}, {1, "one"}, {3, "three"}, {2, "two"}, {4, "four"}};
    std::qsort(items, 5, sizeof(Item), by_key);
    for (auto &i : items) std::printf("%d ", i.key);
    Item wanted{3, ""};
    auto *found = static_cast<Item *>(std::bsearch(&wanted, items, 5, sizeof(Item), by_key));
    std::printf("%s\n", found ? found->name : "none");
    wanted.key = 9;
    std::printf("%d\n", std::bsearch(&wanted, items, 5, sizeof(Item), by_key) == nullptr);
    std::qsort(items, 5, sizeof(Item), by_name);
    for (auto &i : items) std::printf("%s ", i.name);
    std::printf("\n");
    int v[] = {9, -3, 4};
    std::qsort(v, 3, sizeof(int), [](const void *a, const void *b) {
        return *static_cast<const int *>(b) - *static_cast<const int *>(a);
    });
    std::printf("%d %d %d\n", v[0], v[1], v[2]);
}
