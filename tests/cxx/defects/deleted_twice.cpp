// delete of what was deleted.
int main() {
    int *p = new int(3);
    int *q = p;
    delete p;
    delete q;  // expect double-free
}
