// An exception would leave a function that promised not to throw.
struct Odd {};
void work(int n) {
    if (n == 3) throw Odd();
}
void careful(int n) noexcept { work(n); }  // expect assertion: terminate called after throwing an instance of 'Odd', thrown at noexcept_broken.cpp:4:17

int main() {
    try {
        careful(3);
    } catch (...) {
        return 1;
    }
}
