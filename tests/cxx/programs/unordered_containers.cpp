// Hash tables: content, growth and buckets, whatever the order of iteration.
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Point {
    int x, y;
    bool operator==(const Point &o) const { return x == o.x && y == o.y; }
};
struct PointHash {
    std::size_t operator()(const Point &p) const { return static_cast<std::size_t>(p.x * 31 + p.y); }
};

int main() {
    std::unordered_map<int, int> squares;
    for (int i = 0; i < 40; ++i) squares[i * i] = i;
    int sum = 0;
    for (auto &p : squares) sum += p.first - p.second;
    std::printf("%zu %d %d\n", squares.size(), sum, squares.at(144));
    for (int i = 0; i < 40; i += 2) squares.erase(i * i);
    std::printf("%zu %zu %zu\n", squares.size(), squares.count(4), squares.count(9));
    std::unordered_map<std::string, int> words;
    for (const char *w : {"to", "be", "or", "not", "to", "be"}) ++words[w];
    std::vector<std::string> keys;
    for (auto &p : words) keys.push_back(p.first);
    std::sort(keys.begin(), keys.end());
    for (auto &k : keys) std::printf("%s%d ", k.c_str(), words[k]);
    std::printf("\n");
    std::unordered_set<Point, PointHash> points{{1, 2}, {3, 4}, {1, 2}};
    std::printf("%zu %d\n", points.size(), points.find({3, 4}) != points.end());
    std::unordered_multimap<int, char> many{{1, 'a'}, {1, 'b'}, {2, 'c'}};
    std::printf("%zu\n", many.count(1));
    words.rehash(100);
    std::printf("%d %d\n", words.bucket_count() >= 100, words["or"]);
}
