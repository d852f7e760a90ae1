// Two bases with virtual functions: pointers are adjusted, thunks find the object.
#include <cstdio>

struct Reader {
    long tag = 1;
    virtual ~Reader() { std::puts("~Reader"); }
    virtual int read() { return 1; }
};

struct Writer {
    long tag = 2;
    virtual ~Writer() { std::puts("~Writer"); }
    virtual int write(int x) { return x; }
    virtual Writer *self() { return this; }
};

struct File : Reader, Writer {
    int stored = 7;
    ~File() override { std::puts("~File"); }
    int read() override { return stored; }
    int write(int x) override {
        stored = x;
        return stored + 1;
    }
    File *self() override { return this; }
};

int main() {
    File *file = new File;
    Reader *r = file;
    Writer *w = file;
    int before = r->read(), result = w->write(30);
    std::printf("%d %d %d\n", before, result, r->read());
    std::printf("%ld %ld\n", r->tag, w->tag);
    std::printf("%d %d\n", static_cast<void *>(r) == static_cast<void *>(w), w->self() == w);
    std::printf("%d\n", static_cast<File *>(w) == file);
    std::printf("%d\n", reinterpret_cast<char *>(w) - reinterpret_cast<char *>(r) == 16);
    Writer *none = static_cast<File *>(nullptr);
    std::printf("%d\n", none == nullptr);
    delete w;
}
