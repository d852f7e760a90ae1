/* OpenMP is off, as with nvcc unless the host compiler is told otherwise: one thread, which may ask
   (OpenMP API, "Runtime Library Routines"). */
#ifndef CUDABMC_OMP_H
#define CUDABMC_OMP_H

#ifdef __cplusplus
extern "C" {
#endif
typedef struct omp_lock_t {
    int held;
} omp_lock_t;
static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_get_num_devices(void) { return 0; }
static inline int omp_in_parallel(void) { return 0; }
static inline int omp_get_level(void) { return 0; }
static inline int omp_get_nested(void) { return 0; }
static inline void omp_set_num_threads(int threads) { (void)threads; }
static inline void omp_set_nested(int nested) { (void)nested; }
static inline void omp_set_dynamic(int dynamic) { (void)dynamic; }
static inline void omp_init_lock(omp_lock_t *lock) { lock->held = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { (void)lock; }
static inline void omp_set_lock(omp_lock_t *lock) { lock->held = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { lock->held = 0; }
static inline int omp_test_lock(omp_lock_t *lock) { return lock->held ? 0 : (lock->held = 1); }
double omp_get_wtime(void);
static inline double omp_get_wtick(void) { return 1e-9; }
#ifdef __cplusplus
}
#endif
#endif
