// A reference into a vector is used after it grew.
#include <vector>

int main() {
    std::vector<int> v{1};
    int &first = v[0];
    v.push_back(2);
    first = 5;  // expect use-after-free
}
