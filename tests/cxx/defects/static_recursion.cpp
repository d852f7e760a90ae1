// The initialiser of a static needs the static.
int value(int n) {
    static int base = value(n - 1) + 1;  // expect assertion: the initialisation of a static variable came to the variable itself
    return base + n;
}

int main() { return value(3); }
