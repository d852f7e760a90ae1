// Variadic functions with integers, floats, pointers, copies of the list.
#include <cstdarg>
#include <cstdio>

int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int s = 0;
    for (int i = 0; i < n; ++i) s += va_arg(list, int);
    va_end(list);
    return s;
}

double mixed(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    double s = 0;
    for (const char *k = kinds; *k; ++k) {
        switch (*k) {
        case 'i': s += va_arg(list, int); break;
        case 'd': s += va_arg(list, double); break;
        case 'l': s += static_cast<double>(va_arg(list, long)); break;
        case 'p': s += *va_arg(list, int *); break;
        }
    }
    va_end(list);
    return s;
}

int twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int s = 0;
    for (int i = 0; i < n; ++i) s += va_arg(a, int);
    for (int i = 0; i < n; ++i) s += 10 * va_arg(b, int);
    va_end(b);
    va_end(a);
    return s;
}

int main() {
    int x = 40;
    std::printf("%d %d\n", sum(3, 1, 2, 3), sum(8, 1, 2, 3, 4, 5, 6, 7, 8));
    std::printf("%.2f\n", mixed("idlpidd", 1, 2.5, 3L, &x, 'a', 0.25f, 8.0));
    std::printf("%d\n", twice(3, 1, 2, 3));
}
