// A member is read after delete.
struct Node {
    int value = 7;
    Node *next = nullptr;
};

int main() {
    Node *node = new Node;
    delete node;
    return node->value;  // expect use-after-free
}
