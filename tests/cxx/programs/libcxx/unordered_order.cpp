// The order in which hash tables are walked is libc++'s.
#include <cstdio>
#include <string>
#include <unordered_map>
#include <unordered_set>

int main() {
    std::unordered_set<int> numbers;
    for (int i = 0; i < 12; ++i) numbers.insert(i * 17 % 29);
    for (int x : numbers) std::printf("%d ", x);
    std::printf("(%zu)\n", numbers.bucket_count());
    std::unordered_map<std::string, int> words;
    for (const char *w : {"one", "two", "three", "four", "a much longer word than the others have"})
        words.emplace(w, static_cast<int>(words.size()));
    for (auto &[w, i] : words) std::printf("%s=%d ", w.c_str(), i);
    std::printf("\n%zu\n", std::hash<std::string>()("kernel"));
}
