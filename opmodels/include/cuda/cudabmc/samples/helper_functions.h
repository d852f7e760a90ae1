/* Stands for helper_functions.h of the CUDA samples. */
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <helper_string.h>
#include <helper_timer.h>

/* Are all elements within epsilon of the reference? */
template <class T> inline bool __sdkCompare(const T *reference, const T *data, unsigned int length, float epsilon) {
    for (unsigned int i = 0; i < length; i++)
        if (fabs((double)reference[i] - (double)data[i]) > epsilon) return false;
    return true;
}
inline bool compareData(const float *reference, const float *data, const unsigned int length, const float epsilon,
                        const float) {
    return __sdkCompare(reference, data, length, epsilon);
}
inline bool sdkCompareL2fe(const float *reference, const float *data, const unsigned int length, const float epsilon) {
    double error = 0, size = 0;
    for (unsigned int i = 0; i < length; i++) {
        double difference = (double)reference[i] - (double)data[i];
        error += difference * difference;
        size += (double)reference[i] * (double)reference[i];
    }
    return size > 1e-7 && sqrt(error) / sqrt(size) < epsilon;
}
