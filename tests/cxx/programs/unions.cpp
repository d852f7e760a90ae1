// Unions with and without classes, anonymous unions, tagged unions.
#include <cstdio>
#include <cstring>
#include <new>
#include <string>

union Number {
    int i;
    float f;
    unsigned char bytes[4];
};

struct Tagged {
    enum { integer, text } kind;
    union {
        int i;
        std::string s;
    };
    explicit Tagged(int x) : kind(integer), i(x) {}
    explicit Tagged(const char *t) : kind(text) { new (&s) std::string(t); }
    ~Tagged() {
        if (kind == text) s.~basic_string();
    }
    void show() const {
        if (kind == text)
            std::printf("text %s\n", s.c_str());
        else
            std::printf("integer %d\n", i);
    }
};

int main() {
    Number n;
    n.i = 0x01020304;
    std::printf("%d %d %zu\n", n.bytes[0], n.bytes[3], sizeof(Number));
    n.f = 1.0f;
    int bits;
    std::memcpy(&bits, &n, 4);
    std::printf("%x\n", bits);
    Tagged(7).show();
    Tagged("a text long enough to be on the heap").show();
    struct {
        int kind;
        union {
            struct {
                short x, y;
            };
            int both;
        };
    } u{};
    u.x = 1;
    u.y = 2;
    std::printf("%x\n", u.both);
}
