// A typical small program: split text, count, sort by frequency.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

int main() {
    const std::string text = "The cat and the dog. The end, and THE rest!";
    std::map<std::string, int> counts;
    std::string word;
    for (char c : text + " ") {
        if (std::isalpha(static_cast<unsigned char>(c)))
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!word.empty()) {
            ++counts[word];
            word.clear();
        }
    }
    std::vector<std::pair<int, std::string>> sorted;
    for (auto &p : counts) sorted.emplace_back(-p.second, p.first);
    std::sort(sorted.begin(), sorted.end());
    for (auto &p : sorted) std::printf("%s %d\n", p.second.c_str(), -p.first);
    return static_cast<int>(counts.size());
}
