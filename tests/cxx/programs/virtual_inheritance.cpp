// One shared virtual base, constructed by the most derived class alone.
#include <cstdio>

struct Device {
    int id;
    explicit Device(int i) : id(i) { std::printf("Device %d\n", id); }
    virtual ~Device() { std::printf("~Device %d\n", id); }
    virtual const char *what() const { return "device"; }
};

struct Input : virtual Device {
    int in = 1;
    Input() : Device(10) { std::puts("Input"); }
    ~Input() override { std::puts("~Input"); }
};

struct Output : virtual Device {
    int out = 2;
    Output() : Device(20) { std::puts("Output"); }
    ~Output() override { std::puts("~Output"); }
    const char *what() const override { return "output"; }
};

struct Both : Input, Output {
    int both = 3;
    Both() : Device(30) { std::puts("Both"); }
    ~Both() override { std::puts("~Both"); }
};

int main() {
    {
        Output alone;
        std::printf("%d %s\n", alone.id, alone.what());
    }
    Both *both = new Both;
    both->id += 5;
    Input *in = both;
    Output *out = both;
    Device *device = in;
    std::printf("%d %d %d\n", in->id, out->id, device == static_cast<Device *>(out));
    std::printf("%s %s\n", device->what(), in->what());
    std::printf("%d %d %d\n", both->in, out->out, both->both);
    delete device;
}
