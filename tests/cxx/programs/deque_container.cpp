// Both ends grow; indices stay cheap; insertions in the middle.
#include <cstdio>
#include <deque>

int main() {
    std::deque<int> d;
    for (int i = 0; i < 6; ++i) {
        d.push_back(i);
        d.push_front(-i);
    }
    for (int x : d) std::printf("%d ", x);
    std::printf("\n%d %d %d %zu\n", d.front(), d.back(), d[6], d.size());
    d.pop_front();
    d.pop_back();
    d.insert(d.begin() + 4, 100);
    d.erase(d.begin() + 1, d.begin() + 3);
    for (auto it = d.begin(); it != d.end(); ++it) std::printf("%d ", *it);
    std::printf("\n");
    std::deque<int> big(600, 1);
    for (int i = 0; i < 300; ++i) {
        big.pop_front();
        big.push_back(2);
    }
    std::printf("%zu %d %d %d\n", big.size(), big[299], big[300], static_cast<int>(big.end() - big.begin()));
    d.resize(2);
    d.emplace_front(55);
    std::printf("%d %zu\n", d.at(0), d.size());
}
