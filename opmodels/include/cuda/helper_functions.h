/* The header of the CUDA samples if the program has it, else what stands for it. */
#if __has_include_next(<helper_functions.h>)
#include_next <helper_functions.h>
#else
#include <cudabmc/samples/helper_functions.h>
#endif
