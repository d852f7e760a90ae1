// A lambda outlives the local variable that it refers to.
#include <functional>

std::function<int()> make() {
    int local = 3;
    return [&local] { return local; };  // expect invalid-pointer
}

int main() { return make()(); }
