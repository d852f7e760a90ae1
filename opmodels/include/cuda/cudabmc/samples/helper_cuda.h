/* Stands for helper_cuda.h of the CUDA samples in programs that do not bring it along: errors end the program,
   and the device is the one that there is. */
#pragma once
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <helper_string.h>

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif

template <class Result> void check(Result result, const char *call, const char *file, int line) {
    if (result) {
        fprintf(stderr, "CUDA error at %s:%d code=%u \"%s\"\n", file, line, (unsigned int)result, call);
        exit(EXIT_FAILURE);
    }
}
#define checkCudaErrors(call) check((call), #call, __FILE__, __LINE__)

inline void __getLastCudaError(const char *message, const char *file, int line) {
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        fprintf(stderr, "%s(%d): %s: %s\n", file, line, message, cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}
#define getLastCudaError(message) __getLastCudaError(message, __FILE__, __LINE__)

inline void __printLastCudaError(const char *message, const char *file, int line) {
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fprintf(stderr, "%s(%d): %s: %s\n", file, line, message, cudaGetErrorString(error));
}
#define printLastCudaError(message) __printLastCudaError(message, __FILE__, __LINE__)

int _ConvertSMVer2Cores(int major, int minor) __asm__("cudabmc:_ConvertSMVer2Cores:0");
inline int ftoi(float value) { return (int)(value >= 0 ? value + 0.5f : value - 0.5f); }

int gpuDeviceInit(int devID) __asm__("cudabmc:gpuDeviceInit:0");
int gpuGetMaxGflopsDeviceId() __asm__("cudabmc:gpuGetMaxGflopsDeviceId:0");
int findCudaDevice(int argc, const char **argv) __asm__("cudabmc:findCudaDevice:0");
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int major, int minor) {
    int device = 0, has_major = 0, has_minor = 0;
    checkCudaErrors(cudaGetDevice(&device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_major, cudaDevAttrComputeCapabilityMajor, device));
    checkCudaErrors(cudaDeviceGetAttribute(&has_minor, cudaDevAttrComputeCapabilityMinor, device));
    return has_major > major || (has_major == major && has_minor >= minor);
}
