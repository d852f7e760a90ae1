// Insert, erase, replace, append in their many forms.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <string>

int main() {
    std::string s = "0123456789";
    s.replace(2, 3, "abcdef");
    std::printf("%s\n", s.c_str());
    s.erase(0, 2).erase(s.size() - 1);
    std::printf("%s\n", s.c_str());
    s.insert(3, 2, '-').insert(0, "<").append(3, '>');
    std::printf("%s\n", s.c_str());
    s.replace(s.begin(), s.begin() + 1, 4, '=');
    std::printf("%s\n", s.c_str());
    s.pop_back();
    s.back() = ']';
    std::reverse(s.begin(), s.end());
    std::printf("%s\n", s.c_str());
    for (char &c : s) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    std::printf("%s\n", s.c_str());
    s.erase(std::remove(s.begin(), s.end(), '='), s.end());
    std::printf("%s %zu\n", s.c_str(), s.length());
    std::string words = "one two  three";
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] != ' ')
            out += words[i];
        else if (!out.empty() && out.back() != '_')
            out += '_';
    std::printf("%s\n", out.c_str());
    char buffer[8] = {};
    words.copy(buffer, 5, 4);
    std::printf("%s\n", buffer);
    try {
        s.insert(100, "x");
    } catch (const std::exception &) {
        std::puts("position");
    }
    try {
        s.replace(100, 1, "x");
    } catch (const std::exception &) {
        std::puts("position");
    }
}
