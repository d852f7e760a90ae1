// Finding in strings, from both ends, by sets of characters.
#include <cstdio>
#include <string>

int main() {
    std::string s = "the cat sat on the mat";
    std::printf("%zu %zu %zu\n", s.find("at"), s.find("at", 6), s.rfind("at"));
    std::printf("%d %zu\n", s.find("dog") == std::string::npos, s.find('m'));
    std::printf("%zu %zu\n", s.find_first_of("xyzs"), s.find_last_of("sn"));
    std::printf("%zu %zu\n", s.find_first_not_of("teh "), s.find_last_not_of("tam"));
    int n = 0;
    for (std::size_t at = s.find("the"); at != std::string::npos; at = s.find("the", at + 1)) ++n;
    std::printf("%d\n", n);
    std::printf("%s|%s\n", s.substr(4, 3).c_str(), s.substr(19).c_str());
    std::printf("%d %d %d\n", s.compare("the") > 0, s.compare(4, 3, "cat"), s.compare("zebra") < 0);
    std::printf("%d %d %d %d\n", s == "the cat", std::string("a") < "b", "b" > std::string("a"), s != s);
    std::printf("%zu %zu\n", std::string().find(""), s.find("", 5));
    std::string path = "/usr/lib/file.so";
    std::printf("%s %s\n", path.substr(path.rfind('/') + 1).c_str(), path.substr(path.rfind('.')).c_str());
}
