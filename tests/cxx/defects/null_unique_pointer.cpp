// The owner was moved from.
#include <memory>
#include <utility>

struct Node {
    int value = 1;
};

int main() {
    auto p = std::make_unique<Node>();
    auto q = std::move(p);
    return p->value + q->value;  // expect null-dereference
}
