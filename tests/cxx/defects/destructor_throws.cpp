// A destructor throws while another exception is in flight.
struct Bad {
    ~Bad() noexcept(false) {
        throw 2;
    }
};

int main() {
    try {
        Bad bad;
        throw 1;
    } catch (int) {  // expect assertion: terminate called after throwing an instance of 'int', thrown at destructor_throws.cpp:4:9
        return 1;
    }
}
