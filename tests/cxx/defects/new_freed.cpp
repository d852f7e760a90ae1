// Memory of new goes to free.
#include <cstdlib>

int main() {
    int *p = new int(3);
    std::free(p);  // expect invalid-free
}
