// Memory of malloc goes to delete.
#include <cstdlib>

int main() {
    int *p = static_cast<int *>(std::malloc(sizeof(int)));
    *p = 1;
    delete p;  // expect invalid-free
}
