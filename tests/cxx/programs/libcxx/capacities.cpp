// Growth of vectors and strings, sizes of library types.
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

int main() {
    std::vector<int> v;
    for (int i = 0; i < 20; ++i) {
        v.push_back(i);
        std::printf("%zu ", v.capacity());
    }
    std::printf("\n");
    std::string s;
    for (int i = 0; i < 5; ++i) {
        s.append(13, 'x');
        std::printf("%zu ", s.capacity());
    }
    std::printf("\n%zu %zu %zu %zu %zu\n", sizeof(std::string), sizeof(std::function<void()>), sizeof(std::shared_ptr<int>),
                sizeof(std::optional<int>), sizeof(std::unordered_map<int, int>));
}
