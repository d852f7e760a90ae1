// An own container with iterators, used by range-for and algorithms.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <numeric>

class Ring {
    int data[5] = {};
    int head = 0, count = 0;

  public:
    struct iterator {
        using iterator_category = std::forward_iterator_tag;
        using value_type = int;
        using difference_type = std::ptrdiff_t;
        using pointer = int *;
        using reference = int &;
        Ring *ring;
        int at;
        int &operator*() const { return ring->data[(ring->head + at) % 5]; }
        iterator &operator++() {
            ++at;
            return *this;
        }
        iterator operator++(int) { return {ring, at++}; }
        bool operator==(const iterator &o) const { return at == o.at; }
        bool operator!=(const iterator &o) const { return at != o.at; }
    };
    void push(int x) {
        if (count == 5) head = (head + 1) % 5, --count;
        data[(head + count++) % 5] = x;
    }
    iterator begin() { return {this, 0}; }
    iterator end() { return {this, count}; }
};

int main() {
    Ring ring;
    for (int i = 1; i <= 8; ++i) ring.push(i * i);
    for (int &x : ring) x += 1;
    for (int x : ring) std::printf("%d ", x);
    std::printf("\n%d %d\n", std::accumulate(ring.begin(), ring.end(), 0), *std::max_element(ring.begin(), ring.end()));
    auto it = std::find(ring.begin(), ring.end(), 37);
    std::printf("%d %d\n", it != ring.end(), static_cast<int>(std::distance(ring.begin(), it)));
    std::replace(ring.begin(), ring.end(), 37, 0);
    std::printf("%d\n", *std::min_element(ring.begin(), ring.end()));
}
