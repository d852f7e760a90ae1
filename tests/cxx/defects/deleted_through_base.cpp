// The base has no virtual destructor: the size that delete is told is not the one allocated.
struct Base {
    int x = 1;
};
struct Derived : Base {
    long more[4] = {};
};

int main() {
    Base *p = new Derived;
    delete p;  // expect invalid-free
}
