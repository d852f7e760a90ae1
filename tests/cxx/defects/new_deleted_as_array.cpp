// Memory of new goes to delete[].
int main() {
    int *p = new int(4);
    delete[] p;  // expect invalid-free
}
