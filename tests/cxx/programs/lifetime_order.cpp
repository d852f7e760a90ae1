// Members and bases are constructed in order of declaration and destroyed in reverse.
#include <cstdio>

struct Part {
    const char *name;
    explicit Part(const char *n) : name(n) { std::printf("+%s ", name); }
    ~Part() { std::printf("-%s ", name); }
};

struct Base {
    Part first{"base-first"};
    Part second;
    Base() : second("base-second") { std::printf("Base "); }
    ~Base() { std::printf("~Base "); }
};

struct Whole : Base {
    Part left, right;
    Whole() : right("right"), left("left") { std::printf("Whole "); }
    ~Whole() { std::printf("~Whole "); }
};

int main() {
    {
        Part outer("outer");
        Whole whole;
        Part inner("inner");
        std::printf("| ");
    }
    std::printf("\n");
    for (int i = 0; i < 2; ++i) {
        Part loop(i ? "odd" : "even");
        if (i == 0) continue;
        break;
    }
    std::printf("\n");
}
