/* The interface before cuBLAS 4 was another one; programs of today that include it use the newer names. */
#pragma once
#include <cublas_v2.h>
