/* The primitives; nvcuda::experimental::pipeline is not here. */
#pragma once
#include <cuda_pipeline_primitives.h>
