// Structs by value: parameters, results, assignment, arrays inside, small and large.
#include <cstdio>

struct Small {
    char a;
    short b;
};
struct Two {
    double x;
    int y;
};
struct Floats {
    float a, b, c;
};
struct Large {
    int v[10];
};
struct Nested {
    Small s;
    Two t[2];
};

Small flip(Small s) { return {static_cast<char>(s.b), static_cast<short>(s.a)}; }
Two scale(Two t, int k) { return {t.x * k, t.y * k}; }
Floats rotate(Floats f) { return {f.b, f.c, f.a}; }
Large next(Large l) {
    for (int &x : l.v) ++x;
    return l;
}
Nested build(Small s, Two t) { return {s, {t, scale(t, 2)}}; }

int main() {
    Small s = flip({'A', 66});
    std::printf("%d %d\n", s.a, s.b);
    Two t = scale({1.5, 2}, 3);
    std::printf("%.1f %d\n", t.x, t.y);
    Floats f = rotate(rotate({1, 2, 3}));
    std::printf("%.0f %.0f %.0f\n", f.a, f.b, f.c);
    Large l{{1, 2, 3}};
    Large m = next(next(l));
    std::printf("%d %d %d\n", l.v[0], m.v[2], m.v[9]);
    Nested n = build(s, t);
    n.t[0] = n.t[1];
    std::printf("%d %.1f %d\n", n.s.a, n.t[0].x, n.t[1].y);
    m = l;
    l.v[0] = 50;
    std::printf("%d\n", m.v[0]);
}
