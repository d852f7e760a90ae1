// Friends, nested classes, static members, private inheritance.
#include <cstdio>

class Vault {
    int secret = 42;
    static int opened;
    friend int peek(const Vault &v) {
        ++opened;
        return v.secret;
    }
    friend class Key;

  public:
    class Door {
        int code;

      public:
        explicit Door(const Vault &v) : code(v.secret % 10) {}
        int number() const { return code; }
    };
    static int times() { return opened; }
};
int Vault::opened = 0;

class Key {
  public:
    static void turn(Vault &v) { v.secret += 100; }
};

class Stack : private Vault {
    int n = 0;

  public:
    using Vault::times;
    int push() { return ++n; }
};

int main() {
    Vault v;
    std::printf("%d\n", peek(v));
    Key::turn(v);
    std::printf("%d %d\n", peek(v), Vault::Door(v).number());
    Stack s;
    s.push();
    std::printf("%d %d\n", s.push(), s.times());
}
