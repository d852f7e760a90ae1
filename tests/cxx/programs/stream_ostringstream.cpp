// Formatting into strings.
#include <cstdio>
#include <iomanip>
#include <sstream>
#include <string>

template <class T> std::string text(const T &x) {
    std::ostringstream out;
    out << x;
    return out.str();
}

int main() {
    std::printf("%s %s %s\n", text(12).c_str(), text(1.25).c_str(), text("abc").c_str());
    std::ostringstream out;
    for (int i = 0; i < 5; ++i) out << (i ? "," : "[") << i * i;
    out << ']';
    std::printf("%s %zu\n", out.str().c_str(), out.str().size());
    out.str("");
    out << std::setw(5) << std::setfill('0') << 42 << std::hex << ' ' << 255;
    std::printf("%s\n", out.str().c_str());
    std::ostringstream all("start", std::ios::ate);
    all << " end";
    std::printf("%s %d\n", all.str().c_str(), static_cast<int>(all.tellp()));
}
