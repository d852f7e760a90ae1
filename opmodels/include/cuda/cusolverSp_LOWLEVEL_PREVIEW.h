/* cuSOLVER for sparse matrices, step by step. */
#pragma once
#include <cusolverSp.h>
