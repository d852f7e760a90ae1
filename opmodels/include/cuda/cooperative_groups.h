/* Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): groups of threads over the barriers,
   votes and exchanges of blocks and warps. */
#pragma once
#include <cuda_runtime.h>

#ifdef __CUDACC__
#include <cudabmc/groups/lanes.h>
#include <cudabmc/groups/block.h>
#include <cudabmc/groups/grid.h>
#include <cudabmc/groups/coalesced.h>
#include <cudabmc/groups/tile.h>
#include <cudabmc/groups/any_group.h>
#include <cudabmc/groups/partition.h>
#endif
