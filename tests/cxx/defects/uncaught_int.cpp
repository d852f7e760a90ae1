// The handler takes another type.
int main() {
    try {
        throw 5;  // expect assertion: terminate called after throwing an instance of 'int'
    } catch (long) {
        return 1;
    }
}
