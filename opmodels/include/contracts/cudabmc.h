/* Contracts of kernels for `cudabmc prove`. Other compilers make nothing of them: conditions are not evaluated there.
 *
 *     __global__ void shift(int *a, int n)
 *     {
 *         cudabmc_requires(n >= 0);
 *         for (int i = threadIdx.x; i < n; i += blockDim.x) {
 *             cudabmc_invariant(i % blockDim.x == threadIdx.x);
 *             ...
 *
 * What the words mean: docs/proofs.md, "Contracts".
 */
#ifndef CUDABMC_H
#define CUDABMC_H

#ifdef __CUDABMC__

/* Statements. */
#define cudabmc_requires(...) __cudabmc_word_requires(__VA_ARGS__)
#define cudabmc_ensures(...) __ensures(__VA_ARGS__)
#define cudabmc_by_contract(...) __cudabmc_word_by_contract()
#define cudabmc_kernel_ensures(i, from, to, ...) __cudabmc_word_kernel_ensures(i, from, to, __VA_ARGS__)
#define cudabmc_invariant(...) __invariant(__VA_ARGS__)
#define cudabmc_candidate(...) __candidate_invariant(__VA_ARGS__)
#define cudabmc_barrier_invariant(...) __barrier_invariant(__VA_ARGS__)

/* Permissions, from the start of the kernel on, and from the next barrier on: this thread may read, or read and write,
 * the elements array[i] with from <= i < to for which a condition holds. */
#define cudabmc_may_read(array, i, from, to, ...) __cudabmc_word_may_read(array, i, from, to, __VA_ARGS__)
#define cudabmc_may_write(array, i, from, to, ...) __cudabmc_word_may_write(array, i, from, to, __VA_ARGS__)
#define cudabmc_barrier_may_read(array, i, from, to, ...) \
    __cudabmc_word_barrier_may_read(array, i, from, to, __VA_ARGS__)
#define cudabmc_barrier_may_write(array, i, from, to, ...) \
    __cudabmc_word_barrier_may_write(array, i, from, to, __VA_ARGS__)

#define cudabmc_assert(...) __cudabmc_word_assert(__VA_ARGS__)
#define cudabmc_assume(...) __cudabmc_word_assume(__VA_ARGS__)

/* In conditions: a value of another thread of the block, at the same place in the same rounds of all loops. */
#define cudabmc_other(value) __other(value)
#define cudabmc_uniform(value) __uniform(value)
#define cudabmc_distinct(value) __distinct(value)
#define cudabmc_all(condition) __all(condition)
#define cudabmc_exclusive(condition) __exclusive(condition)

/* An access that the thread has made since the last barrier: is there one, and to which element? Any of them is meant. */
#define cudabmc_read(array) __read(array)
#define cudabmc_written(array) __write(array)
#define cudabmc_read_element(array) ((long long)__read_offset_bytes(array) / (long long)sizeof *(array))
#define cudabmc_written_element(array) ((long long)__write_offset_bytes(array) / (long long)sizeof *(array))

#define cudabmc_implies(a, b) __implies(a, b)

/* Does a condition hold for all from <= i < to, or for all from <= i < j < to? They, and the sum of whole numbers over
 * such i, are about what a block's threads have in common. */
#define cudabmc_forall(i, from, to, ...) __cudabmc_word_for_all(i, from, to, __VA_ARGS__)
#define cudabmc_forall_pairs(i, j, from, to, ...) __cudabmc_word_for_pairs(i, j, from, to, __VA_ARGS__)
#define cudabmc_sum(i, from, to, ...) __cudabmc_word_sum(i, from, to, __VA_ARGS__)

/* The first n elements are different from each other, or do not fall. */
#define cudabmc_injective(a, n) cudabmc_forall_pairs(__cudabmc_i, __cudabmc_j, 0, n, (a)[__cudabmc_i] != (a)[__cudabmc_j])
#define cudabmc_sorted(a, n) __cudabmc_word_sorted(a, n)

/* In a postcondition of the kernel: what a value that is read from memory was when the kernel started. */
#define cudabmc_at_start(value) __cudabmc_word_at_start(value)

/* In a postcondition: the result of the function, if that is an int, a bool, or has 64 bits. */
#define cudabmc_result() __return_val_int()
#define cudabmc_result_bool() __return_val_bool()
#define cudabmc_result_long() __return_val_long()

#else

#define cudabmc_requires(...) ((void)0)
#define cudabmc_ensures(...) ((void)0)
#define cudabmc_by_contract(...) ((void)0)
#define cudabmc_kernel_ensures(...) ((void)0)
#define cudabmc_invariant(...) ((void)0)
#define cudabmc_candidate(...) ((void)0)
#define cudabmc_barrier_invariant(...) ((void)0)
#define cudabmc_may_read(...) ((void)0)
#define cudabmc_may_write(...) ((void)0)
#define cudabmc_barrier_may_read(...) ((void)0)
#define cudabmc_barrier_may_write(...) ((void)0)
#define cudabmc_assert(...) ((void)0)
#define cudabmc_assume(...) ((void)0)

#endif

#endif
