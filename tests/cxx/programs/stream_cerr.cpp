// cerr and clog do not show in standard output.
#include <iostream>

int main() {
    std::cout << "out " << 1 << '\n';
    if (std::cout.fail()) std::cerr << "err " << 2 << '\n';
    std::cout << "done" << std::endl;
    return std::cerr.good() ? 0 : 2;
}
