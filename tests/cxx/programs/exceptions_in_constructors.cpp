// What was built before the throw is destroyed; function try blocks rethrow.
#include <cstdio>

struct Member {
    int id;
    explicit Member(int i) : id(i) {
        if (i < 0) throw i;
        std::printf("+%d ", id);
    }
    ~Member() { std::printf("-%d ", id); }
};

struct Pair : Member {
    Member left, right;
    Pair(int a, int b, int c) : Member(a), left(b), right(c) { std::printf("pair "); }
    ~Pair() { std::printf("~pair "); }
};

struct Guarded {
    Member member;
    explicit Guarded(int i) try : member(i) {
        std::printf("guarded ");
    } catch (int e) {
        std::printf("translate %d ", e);
        throw 100 + e;
    }
};

int main() {
    int cases[][3] = {{1, 2, 3}, {1, 2, -3}, {1, -2, 3}, {-1, 2, 3}};
    for (auto &c : cases) {
        try {
            Pair p(c[0], c[1], c[2]);
        } catch (int i) {
            std::printf("caught %d", i);
        }
        std::printf("\n");
    }
    try {
        Guarded fine(5);
        Guarded bad(-5);
    } catch (int i) {
        std::printf("caught %d\n", i);
    }
    try {
        Pair *p = new Pair(1, 2, -9);
        delete p;
    } catch (int i) {
        std::printf("new %d\n", i);
    }
    try {
        Member list[] = {Member(1), Member(2), Member(-3)};
        std::printf("%d", list[0].id);
    } catch (int i) {
        std::printf("array %d\n", i);
    }
}
