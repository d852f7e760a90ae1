// Reference counting by hand.
#include <cstdio>
#include <cstring>

class Text {
    struct Rep {
        int uses;
        int size;
        char data[1];
    };
    Rep *rep;
    static Rep *make(const char *s, int n) {
        Rep *r = static_cast<Rep *>(::operator new(sizeof(Rep) + n));
        r->uses = 1;
        r->size = n;
        std::memcpy(r->data, s, n);
        r->data[n] = 0;
        ++live;
        return r;
    }
    void drop() {
        if (--rep->uses == 0) {
            ::operator delete(rep);
            --live;
        }
    }

  public:
    static int live;
    Text(const char *s) : rep(make(s, static_cast<int>(std::strlen(s)))) {}
    Text(const Text &o) : rep(o.rep) { ++rep->uses; }
    Text &operator=(const Text &o) {
        ++o.rep->uses;
        drop();
        rep = o.rep;
        return *this;
    }
    ~Text() { drop(); }
    void set(int i, char c) {
        if (rep->uses > 1) {
            Rep *own = make(rep->data, rep->size);
            drop();
            rep = own;
        }
        rep->data[i] = c;
    }
    const char *c_str() const { return rep->data; }
};
int Text::live = 0;

int main() {
    {
        Text a("shared text"), b(a), c("other");
        c = b;
        std::printf("%d\n", Text::live);
        b.set(0, 'S');
        std::printf("%s|%s|%s %d\n", a.c_str(), b.c_str(), c.c_str(), Text::live);
        a = a;
    }
    std::printf("%d\n", Text::live);
}
