/* NVRTC (NVRTC manual): text that is compiled while the program runs. What is declared by hand has no model. */
#pragma once
#define __NVRTC_H__
#include <stdlib.h>
#include <cuda_runtime_api.h>
#define __CUDABMC_WANTS_NVRTC
#include <cudabmc_declarations.h>

#ifdef __cplusplus
extern "C" {
#endif
nvrtcResult nvrtcGetLTOIRSize(nvrtcProgram prog, size_t *LTOIRSizeRet);
nvrtcResult nvrtcGetLTOIR(nvrtcProgram prog, char *LTOIR);
nvrtcResult nvrtcGetOptiXIRSize(nvrtcProgram prog, size_t *optixirSizeRet);
nvrtcResult nvrtcGetOptiXIR(nvrtcProgram prog, char *optixir);
nvrtcResult nvrtcGetPCHHeapSize(size_t *ret);
nvrtcResult nvrtcSetPCHHeapSize(size_t size);
nvrtcResult nvrtcGetPCHCreateStatus(nvrtcProgram prog);
nvrtcResult nvrtcGetPCHHeapSizeRequired(nvrtcProgram prog, size_t *size);
nvrtcResult nvrtcSetFlowCallback(nvrtcProgram prog, int (*callback)(void *, void *), void *payload);
#ifdef __cplusplus
}
#endif
