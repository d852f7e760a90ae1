// Ordered keys, insertion results, bounds, iteration, extraction.
#include <cstdio>
#include <map>
#include <string>

int main() {
    std::map<std::string, int> ages{{"eve", 30}, {"bob", 25}};
    ages["ada"] = 36;
    ++ages["bob"];
    auto added = ages.insert({"eve", 99});
    std::printf("%d %d\n", added.second, added.first->second);
    ages.emplace("zed", 1);
    ages.try_emplace("zed", 2);
    ages.insert_or_assign("eve", 31);
    for (const auto &[name, age] : ages) std::printf("%s=%d ", name.c_str(), age);
    std::printf("\n");
    std::printf("%zu %d ", ages.count("bob"), ages.find("none") == ages.end());
    std::printf("%zu\n", ages.erase("bob"));
    std::map<int, char> m;
    for (int i = 0; i < 20; ++i) m[(i * 7) % 20] = static_cast<char>('a' + i);
    std::printf("%d %d %d\n", m.lower_bound(5)->first, m.upper_bound(5)->first, std::prev(m.end())->first);
    auto range = m.equal_range(8);
    m.erase(m.begin(), range.first);
    for (auto it = m.begin(); it != m.end(); ++it) std::printf("%d%c", it->first, it->second);
    std::printf("\n");
    auto node = m.extract(10);
    node.key() = 50;
    m.insert(std::move(node));
    std::printf("%c %zu\n", m.rbegin()->second, m.size());
    try {
        m.at(10);
    } catch (const std::exception &) {
        std::puts("no 10");
    }
    std::map<int, int, std::greater<int>> down{{1, 1}, {3, 3}, {2, 2}};
    for (auto &p : down) std::printf("%d", p.first);
    std::printf("\n");
}
