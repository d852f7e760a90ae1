// Arbitrary precision by vectors of digits.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

class Big {
    std::vector<unsigned> d;

  public:
    Big(unsigned x) {
        do d.push_back(x % 1000);
        while (x /= 1000);
    }
    Big &operator*=(unsigned x) {
        unsigned carry = 0;
        for (auto &digit : d) {
            carry += digit * x;
            digit = carry % 1000;
            carry /= 1000;
        }
        for (; carry; carry /= 1000) d.push_back(carry % 1000);
        return *this;
    }
    Big &operator+=(const Big &o) {
        d.resize(std::max(d.size(), o.d.size()) + 1);
        unsigned carry = 0;
        for (std::size_t i = 0; i < d.size(); ++i) {
            carry += d[i] + (i < o.d.size() ? o.d[i] : 0);
            d[i] = carry % 1000;
            carry /= 1000;
        }
        while (d.size() > 1 && d.back() == 0) d.pop_back();
        return *this;
    }
    std::string text() const {
        std::string s = std::to_string(d.back());
        for (std::size_t i = d.size() - 1; i-- > 0;) {
            char part[4];
            std::snprintf(part, sizeof part, "%03u", d[i]);
            s += part;
        }
        return s;
    }
};

int main() {
    Big f(1);
    for (unsigned i = 2; i <= 25; ++i) f *= i;
    std::printf("%s\n", f.text().c_str());
    Big a(0), b(1);
    for (int i = 0; i < 100; ++i) {
        Big next = a;
        next += b;
        a = b;
        b = next;
    }
    std::printf("%s\n", a.text().c_str());
}
