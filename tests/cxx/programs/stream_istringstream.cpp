// Parsing numbers and words; failures set the state.
#include <cstdio>
#include <sstream>
#include <string>

int main() {
    std::istringstream in("12 -7 3.5 word 0x1f rest of it");
    int a, b;
    double d;
    std::string w;
    in >> a >> b >> d >> w;
    std::printf("%d %d %.1f %s\n", a, b, d, w.c_str());
    in >> std::hex >> a;
    std::string rest;
    std::getline(in, rest);
    std::printf("%d [%s] %d\n", a, rest.c_str(), in.eof());
    std::istringstream bad("5 x");
    int x = 0, y = 9;
    bad >> x >> y;
    std::printf("%d %d %d\n", x, y, bad.fail());
    bad.clear();
    char c;
    bad >> c;
    std::printf("%c %d\n", c, static_cast<bool>(bad));
    std::istringstream list("1 2 3 4");
    int sum = 0, n;
    while (list >> n) sum += n;
    std::printf("%d %d %d\n", sum, list.eof(), list.fail());
}
