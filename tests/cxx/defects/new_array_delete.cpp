// Memory of new[] goes to delete.
int main() {
    int *p = new int[4];
    p[0] = 1;
    delete p;  // expect invalid-free
}
