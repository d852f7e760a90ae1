/* Warp matrix functions (CUDA C++ Programming Guide, "Warp Matrix Functions"). How a fragment is spread over
   the threads is unspecified: here each thread holds the whole of the factors, and its share of the sum. */
#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>

#ifdef __CUDACC__
namespace nvcuda {
namespace wmma {

struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

template <class T> struct __cudabmc_element { typedef T type; };
template <> struct __cudabmc_element<precision::tf32> { typedef float type; };

/* The numbers of elements that a thread holds. */
template <class Use, int m, int n, int k> struct __cudabmc_shape;
template <int m, int n, int k> struct __cudabmc_shape<matrix_a, m, n, k> {
    static constexpr int rows = m, columns = k, held = m * k;
};
template <int m, int n, int k> struct __cudabmc_shape<matrix_b, m, n, k> {
    static constexpr int rows = k, columns = n, held = k * n;
};
template <int m, int n, int k> struct __cudabmc_shape<accumulator, m, n, k> {
    static constexpr int rows = m, columns = n, held = m * n / 32;
};

template <class Use, int m, int n, int k, class T, class Layout = void> struct fragment {
    typedef typename __cudabmc_element<T>::type element_type;
    typedef element_type storage_element_type;
    typedef __cudabmc_shape<Use, m, n, k> shape;
    static constexpr int num_elements = shape::held, num_storage_elements = shape::held;
    element_type x[shape::held];
};

__CUDABMC_FACE __device__ unsigned int __cudabmc_lane() {
    return ((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x) % 32;
}
__CUDABMC_FACE __device__ int __cudabmc_place(int row, int column, unsigned int stride, bool by_rows) {
    return by_rows ? row * (int)stride + column : column * (int)stride + row;
}
/* Of the sum a thread holds part of a row, so that both its places are linear in the number of an element. */
template <int m, int n> struct __cudabmc_share {
    static constexpr int held = m * n / 32, in_a_row = n / held;
    static_assert(n % held == 0, "a thread holds part of a row");
    static inline __device__ int row() { return __cudabmc_lane() / in_a_row; }
    static inline __device__ int column() { return __cudabmc_lane() % in_a_row * held; }
};
/* The rounding of a factor to TF32 (10 bits of fraction), ties away from zero. */
__CUDABMC_FACE __device__ float __float_to_tf32(float value) {
    unsigned int bits = __float_as_uint(value);
    return value - value == 0 ? __uint_as_float((bits + 0x1000) & 0xffffe000) : value;
}

template <class Use, int m, int n, int k, class T, class Layout, class Value>
static inline __device__ void fill_fragment(fragment<Use, m, n, k, T, Layout> &f, const Value &value) {
    for (auto &element : f.x) element = value;
}

template <class Use, int m, int n, int k, class T, class Layout, class Memory>
static inline __device__ void load_matrix_sync(fragment<Use, m, n, k, T, Layout> &f, const Memory *memory,
                                               unsigned int stride) {
    constexpr bool by_rows = std::is_same<Layout, row_major>::value;
    typedef __cudabmc_shape<Use, m, n, k> shape;
    __syncwarp();
    for (int row = 0; row < shape::rows; row++)
        for (int column = 0; column < shape::columns; column++)
            f.x[row * shape::columns + column] = memory[__cudabmc_place(row, column, stride, by_rows)];
}
template <int m, int n, int k, class T, class Memory>
static inline __device__ void load_matrix_sync(fragment<accumulator, m, n, k, T> &f, const Memory *memory,
                                               unsigned int stride, layout_t layout) {
    __syncwarp();
    const int row = __cudabmc_share<m, n>::row(), column = __cudabmc_share<m, n>::column();
    for (int i = 0; i < m * n / 32; i++)
        f.x[i] = memory[__cudabmc_place(row, column + i, stride, layout == mem_row_major)];
}
template <int m, int n, int k, class T, class Memory>
static inline __device__ void store_matrix_sync(Memory *memory, const fragment<accumulator, m, n, k, T> &f,
                                                unsigned int stride, layout_t layout) {
    __syncwarp();
    const int row = __cudabmc_share<m, n>::row(), column = __cudabmc_share<m, n>::column();
    for (int i = 0; i < m * n / 32; i++)
        memory[__cudabmc_place(row, column + i, stride, layout == mem_row_major)] = f.x[i];
}

/* Products of small formats are exact in float; the order of the sum is one of those that are allowed. */
template <class T> struct __cudabmc_sum { typedef float type; };
template <> struct __cudabmc_sum<int> { typedef int type; };
template <> struct __cudabmc_sum<double> { typedef double type; };

template <int m, int n, int k, class A, class B, class C, class D, class LayoutA, class LayoutB>
static inline __device__ void mma_sync(fragment<accumulator, m, n, k, D> &d,
                                       const fragment<matrix_a, m, n, k, A, LayoutA> &a,
                                       const fragment<matrix_b, m, n, k, B, LayoutB> &b,
                                       const fragment<accumulator, m, n, k, C> &c, bool = false) {
    typedef typename __cudabmc_sum<C>::type Sum;
    __syncwarp();
    const int row = __cudabmc_share<m, n>::row(), column = __cudabmc_share<m, n>::column();
    for (int i = 0; i < m * n / 32; i++) {
        Sum sum = (Sum)c.x[i];
        for (int inner = 0; inner < k; inner++)
            sum += (Sum)a.x[row * k + inner] * (Sum)b.x[inner * n + column + i];
        d.x[i] = sum;
    }
}

} // namespace wmma
} // namespace nvcuda
#endif
