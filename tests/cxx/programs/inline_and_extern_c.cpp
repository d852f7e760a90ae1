// C linkage, inline functions and variables, function-local classes and templates over them.
#include <cstdio>

extern "C" {
int c_function(int x) { return x + 1; }
typedef int (*c_callback)(int, void *);
int c_apply(c_callback f, int n, void *data) {
    int s = 0;
    for (int i = 0; i < n; ++i) s += f(i, data);
    return s;
}
}

inline int shared_value = 11;
inline int &value() { return shared_value; }

template <class T> int call(T t) { return t.go(); }

static int callback(int i, void *data) { return i * *static_cast<int *>(data); }

int main() {
    struct Local {
        int n;
        int go() const { return n * 2; }
    };
    std::printf("%d %d\n", c_function(4), call(Local{21}));
    int factor = 3;
    std::printf("%d\n", c_apply(callback, 5, &factor));
    auto lambda = [](int i, void *) { return i * i; };
    std::printf("%d\n", c_apply(lambda, 4, nullptr));
    value() += 1;
    std::printf("%d\n", shared_value);
}
