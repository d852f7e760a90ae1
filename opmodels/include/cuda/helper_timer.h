/* The header of the CUDA samples if the program has it, else what stands for it. */
#if __has_include_next(<helper_timer.h>)
#include_next <helper_timer.h>
#else
#include <cudabmc/samples/helper_timer.h>
#endif
