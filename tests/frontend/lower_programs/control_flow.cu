int pick(int x, const int *table) {
    switch (x) {
        case 0:
        case 1: return 7;
        case 2: x++;  // falls through
        default: break;
    }
    do {
        if (x > 3 && table[x] == 1) continue;
        if (x == 9 || table[0] / x) break;
        x -= x > 5 ? 2 : 1;
    } while (x > 0);
    while (int y = x) {
        int *p = &y;
        *p = 0;
        if (table[1]) goto out;
        x = y;
    }
out:
    return x ? table[2] : -1;
}
