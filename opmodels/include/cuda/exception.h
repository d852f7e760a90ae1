/* The header of the CUDA samples if the program has it, else what stands for it. */
#if __has_include_next(<exception.h>)
#include_next <exception.h>
#else
#include <cudabmc/samples/exception.h>
#endif
