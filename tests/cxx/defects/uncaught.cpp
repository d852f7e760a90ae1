// Nobody takes the exception.
#include <stdexcept>

void work(int n) {
    if (n > 2) throw std::runtime_error("too many");
}

int main() {  // expect assertion: terminate called after throwing an instance of 'std::runtime_error', what(): too many, thrown at uncaught.cpp:5:16
    for (int i = 0; i < 5; ++i) work(i);
}
