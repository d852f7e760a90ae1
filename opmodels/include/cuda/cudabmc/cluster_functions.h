/* Where a block stands in its cluster, as the intrinsics of crt/sm_90_rt.h say it (PTX ISA, `%cluster_nctaid`,
   `%cluster_ctaid`, `%nclusterid`, `%clusterid`). */
#pragma once
#include <vector_types.h>

#ifdef __CUDACC__
__CUDABMC_FACE __device__ dim3 __clusterDim() {
    return dim3(__cudabmc_cluster_size(0), __cudabmc_cluster_size(1), __cudabmc_cluster_size(2));
}
__CUDABMC_FACE __device__ dim3 __clusterRelativeBlockIdx() {
    dim3 size = __clusterDim();
    return dim3(blockIdx.x % size.x, blockIdx.y % size.y, blockIdx.z % size.z);
}
__CUDABMC_FACE __device__ dim3 __clusterGridDimInClusters() {
    dim3 size = __clusterDim();
    return dim3(gridDim.x / size.x, gridDim.y / size.y, gridDim.z / size.z);
}
__CUDABMC_FACE __device__ dim3 __clusterIdx() {
    dim3 size = __clusterDim();
    return dim3(blockIdx.x / size.x, blockIdx.y / size.y, blockIdx.z / size.z);
}
#endif
