// An index is behind the end of a vector's memory.
#include <vector>

int sum(const std::vector<int> &v, int n) {
    int s = 0;
    for (int i = 0; i <= n; ++i) s += v[i];  // expect bounds
    return s;
}

int main() {
    std::vector<int> v(4, 1);
    return sum(v, 4) == 0;
}
