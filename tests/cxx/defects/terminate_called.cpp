// The program gives up by itself.
#include <exception>

int main() {
    std::terminate();  // expect assertion: terminate called without an active exception
}
