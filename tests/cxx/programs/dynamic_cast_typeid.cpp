// Casts down, across and to void; typeid of polymorphic and plain expressions.
#include <cstdio>
#include <cstring>
#include <typeinfo>

struct Node {
    virtual ~Node() = default;
};
struct Leaf : Node {
    int value = 5;
};
struct Named {
    virtual ~Named() = default;
    const char *name = "named";
};
struct Tagged : Leaf, Named {};
struct Other : Node {};

int main() {
    Tagged tagged;
    Leaf leaf;
    Other other;
    Node *nodes[] = {&tagged, &leaf, &other};
    for (Node *n : nodes) {
        Leaf *l = dynamic_cast<Leaf *>(n);
        Named *named = dynamic_cast<Named *>(n);
        std::printf("%d %s\n", l ? l->value : -1, named ? named->name : "-");
    }
    Named *across = dynamic_cast<Named *>(static_cast<Node *>(&tagged));
    std::printf("%d %d\n", across == &tagged, dynamic_cast<void *>(across) == static_cast<void *>(&tagged));
    try {
        Leaf &bad = dynamic_cast<Leaf &>(*nodes[2]);
        std::printf("%d\n", bad.value);
    } catch (const std::bad_cast &) {
        std::puts("bad cast");
    }
    std::printf("%d %d %d\n", typeid(*nodes[0]) == typeid(Tagged), typeid(*nodes[1]) == typeid(Tagged),
                typeid(nodes[0]) == typeid(Node *));
    std::printf("%d %s\n", std::strcmp(typeid(int).name(), typeid(long).name()) != 0, typeid(Leaf).name());
    Node *null = nullptr;
    try {
        std::printf("%s\n", typeid(*null).name());
    } catch (const std::bad_typeid &) {
        std::puts("bad typeid");
    }
}
