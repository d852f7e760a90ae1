// A singly linked list: everything happens behind a position.
#include <cstdio>
#include <forward_list>

static void show(const std::forward_list<int> &l) {
    for (int x : l) std::printf("%d ", x);
    std::printf("\n");
}

int main() {
    std::forward_list<int> l{4, 2, 7};
    l.push_front(1);
    auto it = l.before_begin();
    it = l.insert_after(it, 100);
    l.insert_after(it, {50, 60});
    show(l);
    l.erase_after(it);
    l.sort();
    show(l);
    l.reverse();
    l.remove(60);
    show(l);
    std::forward_list<int> other{0, 9};
    l.splice_after(l.before_begin(), other);
    show(l);
    std::printf("%d %d\n", other.empty(), l.front());
}
