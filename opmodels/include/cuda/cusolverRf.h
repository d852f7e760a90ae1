/* cuSOLVER for many matrices with one pattern (cuSOLVER reference, "cuSolverRF"). */
#pragma once
#include <cusolver_common.h>
#define __CUDABMC_WANTS_CUSOLVER_REFACTORIZATION
#include <cudabmc_declarations.h>
