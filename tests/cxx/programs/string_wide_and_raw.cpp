// Raw literals, escapes, char arithmetic, wide and 16/32 bit characters.
#include <cstdio>
#include <string>

int main() {
    const char *raw = R"(a\n"b"
c)";
    std::printf("%s\n", raw);
    std::string tab = "x\ty\x41\101";
    std::printf("%s %zu\n", tab.c_str(), tab.size());
    std::wstring w = L"wide";
    w += L'!';
    std::u16string u = u"ab";
    std::u32string v = U"xyz";
    std::printf("%zu %zu %zu %d\n", w.size(), u.size(), v.size(), static_cast<int>(w[4]));
    std::printf("%zu %zu %zu\n", sizeof(wchar_t), sizeof(char16_t), sizeof(char32_t));
    for (char c = 'a'; c < 'f'; c += 2) std::printf("%c%c", c, c - 32);
    std::printf("\n");
    char high = static_cast<char>(200);
    unsigned char same = static_cast<unsigned char>(high);
    signed char low = -1;
    std::printf("%d %d %d %u\n", high, same, low, static_cast<unsigned>(low));
    std::printf("%d\n", '9' - '0' + 'a' / 'b');
    std::printf("%d %d\n", w.compare(L"wide") > 0, v.find(U'z') == 2);
    std::printf("%s\n", "con" "cat" "enated");
}
