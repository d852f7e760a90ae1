// A list and a tree written by hand, with owned nodes.
#include <cstdio>
#include <initializer_list>
#include <memory>

struct Tree {
    struct Node {
        int key;
        std::unique_ptr<Node> left, right;
        explicit Node(int k) : key(k) {}
    };
    std::unique_ptr<Node> root;
    int size = 0;

    bool insert(int k) {
        auto *at = &root;
        while (*at) {
            if (k == (*at)->key) return false;
            at = k < (*at)->key ? &(*at)->left : &(*at)->right;
        }
        *at = std::make_unique<Node>(k);
        ++size;
        return true;
    }
    static int depth(const Node *n) {
        if (!n) return 0;
        int l = depth(n->left.get()), r = depth(n->right.get());
        return 1 + (l > r ? l : r);
    }
    template <class F> static void visit(const Node *n, F &&f) {
        if (!n) return;
        visit(n->left.get(), f);
        f(n->key);
        visit(n->right.get(), f);
    }
};

struct Link {
    int v;
    Link *next;
};

int main() {
    Tree tree;
    for (int k : {50, 20, 70, 10, 30, 60, 80, 20, 65}) tree.insert(k);
    Tree::visit(tree.root.get(), [](int k) { std::printf("%d ", k); });
    std::printf("\n%d %d\n", tree.size, Tree::depth(tree.root.get()));
    Link *list = nullptr;
    for (int i = 0; i < 5; ++i) list = new Link{i, list};
    Link *reversed = nullptr;
    while (list) {
        Link *next = list->next;
        list->next = reversed;
        reversed = list;
        list = next;
    }
    while (reversed) {
        std::printf("%d ", reversed->v);
        Link *next = reversed->next;
        delete reversed;
        reversed = next;
    }
    std::printf("\n");
}
