// Recursive data with maps and strings; printing with indentation.
#include <cstdio>
#include <map>
#include <memory>
#include <string>

struct Directory {
    std::map<std::string, std::unique_ptr<Directory>> children;
    int files = 0;

    void add(const std::string &path) {
        auto slash = path.find('/');
        if (slash == std::string::npos) {
            ++files;
            return;
        }
        auto &child = children[path.substr(0, slash)];
        if (!child) child = std::make_unique<Directory>();
        child->add(path.substr(slash + 1));
    }
    int total() const {
        int n = files;
        for (auto &c : children) n += c.second->total();
        return n;
    }
    void print(int depth) const {
        for (auto &[name, dir] : children) {
            std::printf("%*s%s (%d)\n", 2 * depth, "", name.c_str(), dir->total());
            dir->print(depth + 1);
        }
    }
};

int main() {
    Directory root;
    for (const char *p : {"usr/bin/cc", "usr/bin/ld", "usr/lib/libc.so", "etc/hosts", "readme"}) root.add(p);
    root.print(0);
    std::printf("%d\n", root.total());
}
