// Integers and floats through operator<<, with manipulators.
#include <iomanip>
#include <iostream>

int main() {
    std::cout << 42 << ' ' << -7L << ' ' << 18446744073709551615ull << ' ' << true << ' ' << 'c' << '\n';
    std::cout << std::boolalpha << true << ' ' << false << std::noboolalpha << '\n';
    std::cout << std::hex << 255 << ' ' << std::uppercase << 255 << ' ' << std::showbase << 255 << ' ' << std::oct << 8
              << std::dec << std::nouppercase << std::noshowbase << '\n';
    std::cout << 3.14159265 << ' ' << 1e10 << ' ' << 1.0f << ' ' << 0.1 << ' ' << 1e-5 << '\n';
    std::cout << std::fixed << std::setprecision(3) << 2.71828 << ' ' << 10.0 << ' ' << std::scientific << 12345.678
              << '\n';
    std::cout << std::defaultfloat << std::setprecision(10) << 1.0 / 3 << '\n';
    std::cout << std::setw(6) << 42 << '|' << std::left << std::setw(6) << 42 << '|' << std::right << std::setfill('*')
              << std::setw(8) << -5 << '|' << std::internal << std::setw(8) << -5 << '\n';
    std::cout << std::showpos << 5 << ' ' << 0 << ' ' << 2.5 << std::noshowpos << '\n';
}
