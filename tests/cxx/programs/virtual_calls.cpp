// Dynamic dispatch, virtual destructors, calls in constructors, final overriders.
#include <cstdio>

struct Animal {
    Animal() { std::printf("new %s\n", name()); }
    virtual ~Animal() { std::printf("end %s\n", name()); }
    virtual const char *name() const { return "animal"; }
    virtual int legs() const = 0;
    void describe() const { std::printf("%s has %d legs\n", name(), legs()); }
};

struct Dog : Animal {
    Dog() { std::printf("built %s\n", name()); }
    ~Dog() override { std::printf("bye %s\n", name()); }
    const char *name() const override { return "dog"; }
    int legs() const override { return 4; }
};

struct Bird final : Animal {
    const char *name() const override { return "bird"; }
    int legs() const override { return 2; }
};

struct Puppy : Dog {
    const char *name() const override { return "puppy"; }
    int legs() const final { return Dog::legs(); }
};

int main() {
    Animal *zoo[] = {new Dog, new Bird, new Puppy};
    for (Animal *a : zoo) a->describe();
    std::printf("%s\n", zoo[2]->Animal::name());
    for (Animal *a : zoo) delete a;
}
