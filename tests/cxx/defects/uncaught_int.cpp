// The handler takes another type.
int main() {  // expect assertion: terminate called after throwing an instance of 'int', thrown at uncaught_int.cpp:4:9
    try {
        throw 5;
    } catch (long) {
        return 1;
    }
}
