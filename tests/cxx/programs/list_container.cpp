// Splicing, merging, sorting and removing without moving elements.
#include <cstdio>
#include <iterator>
#include <list>

static void show(const std::list<int> &l) {
    for (int x : l) std::printf("%d ", x);
    std::printf("(%zu)\n", l.size());
}

int main() {
    std::list<int> a{5, 1, 4}, b{3, 2};
    int *address = &*std::next(a.begin());
    a.sort();
    b.sort();
    show(a);
    a.merge(b);
    show(a);
    std::printf("%d %d\n", *address, &a.front() == address);
    std::list<int> c{9, 9, 8, 8, 9};
    c.unique();
    show(c);
    a.splice(std::next(a.begin(), 2), c);
    show(a);
    a.remove_if([](int x) { return x % 2 == 0; });
    show(a);
    a.reverse();
    a.push_front(0);
    a.insert(std::prev(a.end()), {70, 71});
    show(a);
    a.erase(a.begin(), std::next(a.begin(), 3));
    show(a);
    for (auto it = a.begin(); it != a.end();)
        it = *it > 70 ? a.erase(it) : std::next(it);
    show(a);
}
