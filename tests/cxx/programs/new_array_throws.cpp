// A constructor that throws in the middle of an array: the built ones are destroyed.
#include <cstdio>

struct Step {
    static int next;
    int id;
    Step() : id(next++) {
        if (id == 3) throw id;
        std::printf("+%d ", id);
    }
    ~Step() { std::printf("-%d ", id); }
};
int Step::next = 0;

struct Table {
    Step rows[2];
    Step extra[3];
};

int main() {
    try {
        Step *s = new Step[6];
        delete[] s;
    } catch (int i) {
        std::printf("caught %d\n", i);
    }
    Step::next = 0;
    try {
        Table t;
    } catch (int i) {
        std::printf("caught %d\n", i);
    }
    Step::next = 10;
    {
        Table t;
        std::printf("| ");
    }
    std::printf("\n");
}
