/* cuSOLVER for sparse matrices (cuSOLVER reference, "cuSolverSP"). */
#pragma once
#include <cublas_v2.h>
#include <cusparse.h>
#include <cusolver_common.h>
#define __CUDABMC_WANTS_CUSOLVER_SPARSE
#include <cudabmc_declarations.h>
