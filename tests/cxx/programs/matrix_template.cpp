// A small matrix class: operators, templates with numbers, copies.
#include <cstdio>

template <int R, int C> struct Matrix {
    double cell[R][C] = {};
    double &operator()(int r, int c) { return cell[r][c]; }
    double operator()(int r, int c) const { return cell[r][c]; }
    template <int K> Matrix<R, K> operator*(const Matrix<C, K> &o) const {
        Matrix<R, K> m;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < K; ++j)
                for (int k = 0; k < C; ++k) m(i, j) += cell[i][k] * o(k, j);
        return m;
    }
    Matrix<C, R> transposed() const {
        Matrix<C, R> m;
        for (int i = 0; i < R; ++i)
            for (int j = 0; j < C; ++j) m(j, i) = cell[i][j];
        return m;
    }
    static Matrix identity() {
        static_assert(R == C, "square");
        Matrix m;
        for (int i = 0; i < R; ++i) m(i, i) = 1;
        return m;
    }
};

template <int N> Matrix<N, N> power(Matrix<N, N> m, int e) {
    auto r = Matrix<N, N>::identity();
    for (; e; e /= 2, m = m * m)
        if (e % 2) r = r * m;
    return r;
}

int main() {
    Matrix<2, 3> a;
    for (int i = 0; i < 6; ++i) a(i / 3, i % 3) = i + 0.5;
    auto b = a * a.transposed();
    std::printf("%.2f %.2f %.2f\n", b(0, 0), b(0, 1), b(1, 1));
    Matrix<2, 2> f;
    f(0, 0) = f(0, 1) = f(1, 0) = 1;
    std::printf("%.0f\n", power(f, 20)(0, 1));
}
