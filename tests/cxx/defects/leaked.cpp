// A class without a destructor loses its array.
// option: memory-leak
struct Buffer {
    int *data;
    explicit Buffer(int n) : data(new int[n]) {}  // expect memory-leak
};

int main() {
    Buffer b(3);
    b.data[0] = 1;
}
