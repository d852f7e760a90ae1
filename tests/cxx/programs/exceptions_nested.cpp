// A handler that throws, rethrows, and catches in between.
#include <cstdio>
#include <stdexcept>
#include <string>

void inner(int n) {
    try {
        if (n == 0) throw std::runtime_error("zero");
        throw n;
    } catch (int i) {
        std::printf("inner %d; ", i);
        if (i > 1) throw;
    }
}

void middle(int n) {
    try {
        inner(n);
    } catch (const std::exception &e) {
        throw std::logic_error(std::string("wrapped ") + e.what());
    }
}

void replace() {
    try {
        throw 1;
    } catch (int) {
        try {
            throw 2.0;
        } catch (double) {
            std::printf("second; ");
        }
        throw;
    }
}

int main() {
    for (int n = 0; n < 3; ++n) {
        try {
            middle(n);
            std::puts("fine");
        } catch (const std::logic_error &e) {
            std::printf("logic %s\n", e.what());
        } catch (int i) {
            std::printf("int %d\n", i);
        }
    }
    try {
        replace();
    } catch (int i) {
        std::printf("first again %d\n", i);
    }
    try {
        try {
            throw std::runtime_error("changed");
        } catch (std::exception &e) {
            throw;
        }
    } catch (std::runtime_error &e) {
        std::printf("%s\n", e.what());
    }
}
