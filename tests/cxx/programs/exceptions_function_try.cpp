// Function try blocks of functions, and return values from handlers.
#include <cstdio>
#include <stdexcept>

int parse(int x) try {
    if (x > 10) throw std::out_of_range("too large");
    if (x < 0) throw x;
    return x;
} catch (const std::exception &e) {
    std::printf("(%s) ", e.what());
    return 10;
} catch (int negative) {
    return -negative;
}

int clean_up(int x) {
    struct Note {
        int &n;
        ~Note() { ++n; }
    };
    static int notes = 0;
    for (int i = 0; i < 3; ++i) {
        Note note{notes};
        try {
            if (i == x) throw i;
            if (i == x + 1) return notes;
            continue;
        } catch (int) {
            if (x == 1) break;
        }
    }
    return 100 + notes;
}

int main() {
    std::printf("%d %d %d\n", parse(5), parse(50), parse(-3));
    for (int x = 0; x < 4; ++x) std::printf("%d ", clean_up(x));
    std::printf("\n");
}
