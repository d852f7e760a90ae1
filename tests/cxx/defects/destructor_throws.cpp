// A destructor throws while another exception is in flight.
struct Bad {
    ~Bad() noexcept(false) {
        throw 2;  // expect assertion: terminate called after throwing an instance of 'int'
    }
};

int main() {
    try {
        Bad bad;
        throw 1;
    } catch (int) {
        return 1;
    }
}
