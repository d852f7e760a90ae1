// Proxy objects for element access, const and non-const paths.
#include <cstdio>
#include <map>
#include <string>

class Config {
    std::map<std::string, std::string> values;
    mutable int reads = 0;
    int writes = 0;

  public:
    class Entry {
        Config &config;
        std::string key;

      public:
        Entry(Config &c, std::string k) : config(c), key(std::move(k)) {}
        Entry &operator=(const std::string &v) {
            config.values[key] = v;
            ++config.writes;
            return *this;
        }
        Entry &operator=(int v) { return *this = std::to_string(v); }
        operator std::string() const { return const_cast<const Config &>(config)[key]; }
    };
    Entry operator[](const std::string &k) { return {*this, k}; }
    std::string operator[](const std::string &k) const {
        ++reads;
        auto it = values.find(k);
        return it == values.end() ? "(none)" : it->second;
    }
    void report() const { std::printf("%d reads, %d writes\n", reads, writes); }
};

int main() {
    Config c;
    c["size"] = 42;
    c["name"] = std::string("grid");
    std::string s = c["size"];
    const Config &view = c;
    std::printf("%s %s %s\n", s.c_str(), view["name"].c_str(), view["missing"].c_str());
    c.report();
}
