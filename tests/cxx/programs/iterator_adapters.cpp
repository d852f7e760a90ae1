// Reverse, insert and move iterators; distance, advance, next and prev.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <string>
#include <vector>

int main() {
    std::vector<int> v{1, 2, 3, 4, 5};
    std::list<int> l(v.rbegin(), v.rend());
    std::copy(v.begin(), v.begin() + 2, std::front_inserter(l));
    std::copy(v.begin() + 3, v.end(), std::inserter(l, std::next(l.begin(), 2)));
    for (int x : l) std::printf("%d ", x);
    std::printf("\n%d %d\n", static_cast<int>(std::distance(l.begin(), l.end())), *std::prev(l.end(), 2));
    auto it = l.begin();
    std::advance(it, 3);
    std::printf("%d\n", *it);
    std::vector<std::string> words{"first long word that is on the heap", "second"};
    std::vector<std::string> taken(std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
    std::printf("%zu %zu\n", taken[0].size(), words[0].size());
    auto last = std::find(v.rbegin(), v.rend(), 2);
    std::printf("%d %d\n", *last, static_cast<int>(last.base() - v.begin()));
    int array[] = {7, 8, 9};
    std::printf("%d %d\n", *std::begin(array), *std::rbegin(array));
}
