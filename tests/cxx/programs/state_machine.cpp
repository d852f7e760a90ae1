// A tokenizer and a calculator by recursive descent, errors by exceptions.
#include <cctype>
#include <cstdio>
#include <stdexcept>
#include <string>

class Calculator {
    const std::string text;
    std::size_t at = 0;

    char peek() {
        while (at < text.size() && text[at] == ' ') ++at;
        return at < text.size() ? text[at] : '\0';
    }
    bool accept(char c) {
        if (peek() != c) return false;
        ++at;
        return true;
    }
    int factor() {
        if (accept('-')) return -factor();
        if (accept('(')) {
            int v = expression();
            if (!accept(')')) throw std::runtime_error("missing )");
            return v;
        }
        if (!std::isdigit(static_cast<unsigned char>(peek()))) throw std::runtime_error(std::string("unexpected ") + peek());
        int v = 0;
        while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at]))) v = 10 * v + (text[at++] - '0');
        return v;
    }
    int term() {
        int v = factor();
        for (;;) {
            if (accept('*'))
                v *= factor();
            else if (accept('/')) {
                int d = factor();
                if (d == 0) throw std::domain_error("division by zero");
                v /= d;
            } else
                return v;
        }
    }

  public:
    explicit Calculator(std::string t) : text(std::move(t)) {}
    int expression() {
        int v = term();
        for (;;) {
            if (accept('+'))
                v += term();
            else if (accept('-'))
                v -= term();
            else
                return v;
        }
    }
};

int main() {
    for (const char *s : {"1 + 2*3", "(1+2)*3 - -4", "100/7/2", "2*(3", "4/(2-2)", "5 + x"}) {
        try {
            std::printf("%s = %d\n", s, Calculator(s).expression());
        } catch (const std::domain_error &e) {
            std::printf("%s: domain %s\n", s, e.what());
        } catch (const std::exception &e) {
            std::printf("%s: %s\n", s, e.what());
        }
    }
}
