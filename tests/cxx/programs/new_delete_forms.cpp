// Single, array, placement and nothrow new; arrays of classes remember their length.
#include <cstdio>
#include <new>

struct Cell {
    static int made, gone;
    int v;
    Cell() : v(++made) {}
    explicit Cell(int x) : v(x) { ++made; }
    ~Cell() { ++gone; }
};
int Cell::made = 0, Cell::gone = 0;

int main() {
    int *i = new int(5);
    int *zero = new int();
    int *list = new int[4]{1, 2, 3};
    std::printf("%d %d %d %d\n", *i, *zero, list[2], list[3]);
    delete i;
    delete zero;
    delete[] list;
    Cell *one = new Cell(70);
    Cell *many = new Cell[5];
    std::printf("%d %d %d\n", one->v, many[0].v, many[4].v);
    delete one;
    delete[] many;
    std::printf("%d %d\n", Cell::made, Cell::gone);
    alignas(Cell) unsigned char room[2 * sizeof(Cell)];
    Cell *a = new (room) Cell(8);
    Cell *b = ::new (static_cast<void *>(room + sizeof(Cell))) Cell(9);
    std::printf("%d %d\n", a->v, b->v);
    b->~Cell();
    a->~Cell();
    double *d = new (std::nothrow) double[3]();
    std::printf("%.1f %d\n", d[2], d != nullptr);
    delete[] d;
    int n = 3;
    int(*matrix)[4] = new int[n][4]();
    matrix[2][3] = 6;
    std::printf("%d %d\n", matrix[2][3], matrix[0][0]);
    delete[] matrix;
    delete static_cast<int *>(nullptr);
    std::printf("%d %d\n", Cell::made, Cell::gone);
}
