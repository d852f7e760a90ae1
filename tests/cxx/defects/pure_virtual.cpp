// The constructor of a base calls what only derived classes define.
struct Base {
    Base() { call(); }
    void call() { run(); }  // expect assertion: a pure virtual function is called
    virtual void run() = 0;
    virtual ~Base() = default;
};
struct Derived : Base {
    void run() override {}
};

int main() { Derived d; }
