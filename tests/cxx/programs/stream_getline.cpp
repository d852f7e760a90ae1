// Lines and fields of a stringstream.
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

int main() {
    std::stringstream s("name,age\nada,36\nbob,25\n\nlast");
    std::string line;
    std::vector<std::vector<std::string>> rows;
    while (std::getline(s, line)) {
        std::istringstream fields(line);
        std::vector<std::string> row;
        std::string field;
        while (std::getline(fields, field, ',')) row.push_back(field);
        rows.push_back(row);
    }
    for (auto &row : rows) {
        std::printf("%zu:", row.size());
        for (auto &f : row) std::printf("<%s>", f.c_str());
        std::printf("\n");
    }
    std::stringstream both;
    both << "a b " << 7;
    std::string a, b;
    int n;
    both >> a >> b >> n;
    std::printf("%s%s%d %d\n", b.c_str(), a.c_str(), n, both.peek() == EOF);
    char buffer[4];
    std::istringstream chars("xyz");
    chars.get();
    chars.unget();
    chars.read(buffer, 3);
    buffer[3] = 0;
    std::printf("%s %d\n", buffer, static_cast<int>(chars.gcount()));
}
