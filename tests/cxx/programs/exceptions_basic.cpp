// Throw, catch by type, by base, by ellipsis; objects on the way are destroyed.
#include <cstdio>
#include <stdexcept>

struct Guard {
    int id;
    explicit Guard(int i) : id(i) {}
    ~Guard() { std::printf("~%d ", id); }
};

struct Custom {
    int code;
};

void raise(int kind) {
    Guard g(kind);
    switch (kind) {
    case 0: throw 42;
    case 1: throw "text";
    case 2: throw Custom{7};
    case 3: throw std::runtime_error("runtime");
    case 4: throw std::out_of_range("range");
    case 5: throw 2.5;
    }
}

int main() {
    for (int kind = 0; kind < 7; ++kind) {
        try {
            Guard outer(10 + kind);
            raise(kind);
            std::printf("nothing ");
        } catch (int i) {
            std::printf("int %d", i);
        } catch (const char *s) {
            std::printf("text %s", s);
        } catch (const Custom &c) {
            std::printf("custom %d", c.code);
        } catch (const std::logic_error &e) {
            std::printf("logic %s", e.what());
        } catch (const std::exception &e) {
            std::printf("exception %s", e.what());
        } catch (...) {
            std::printf("something");
        }
        std::printf("\n");
    }
}
