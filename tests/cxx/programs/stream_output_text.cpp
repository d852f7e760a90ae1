// Text, strings, pointers to char, own operators, widths, endl.
#include <iomanip>
#include <iostream>
#include <string>

struct Point {
    int x, y;
};
std::ostream &operator<<(std::ostream &out, const Point &p) { return out << '(' << p.x << ", " << p.y << ')'; }

int main() {
    std::string name = "world";
    const char *c = "hello";
    std::cout << c << ", " << name << '!' << std::endl;
    std::cout << Point{3, -4} << ' ' << Point{0, 0} << std::endl;
    std::cout << std::setw(8) << c << std::setw(8) << std::left << name << '|' << std::endl;
    std::cout.put('p').write("written", 4) << std::flush;
    std::cout << '\n';
    unsigned char u = 'u';
    signed char s = 's';
    std::cout << u << s << ' ' << static_cast<int>(u) << '\n';
    std::cout << (std::cout.good() ? "good" : "bad") << std::endl;
    return name.size() == 5 ? 0 : 1;
}
