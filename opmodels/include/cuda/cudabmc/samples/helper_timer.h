/* Stands for helper_timer.h of the CUDA samples: stop watches over a monotone clock. */
#pragma once
#include <time.h>

struct StopWatchInterface {
    double total, last, began;
    bool runs;
    int sessions;
};

inline double __sdkNow() {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}
inline bool sdkCreateTimer(StopWatchInterface **timer) {
    *timer = new StopWatchInterface();
    return true;
}
inline bool sdkDeleteTimer(StopWatchInterface **timer) {
    delete *timer;
    *timer = nullptr;
    return true;
}
inline bool sdkStartTimer(StopWatchInterface **timer) {
    (*timer)->began = __sdkNow();
    (*timer)->runs = true;
    return true;
}
inline bool sdkStopTimer(StopWatchInterface **timer) {
    (*timer)->last = __sdkNow() - (*timer)->began;
    (*timer)->total += (*timer)->last;
    (*timer)->sessions++;
    (*timer)->runs = false;
    return true;
}
inline bool sdkResetTimer(StopWatchInterface **timer) {
    bool runs = (*timer)->runs;
    **timer = StopWatchInterface();
    if (runs) sdkStartTimer(timer);
    return true;
}
inline float sdkGetTimerValue(StopWatchInterface **timer) {
    double running = (*timer)->runs ? __sdkNow() - (*timer)->began : 0;
    return (float)((*timer)->total + running);
}
inline float sdkGetAverageTimerValue(StopWatchInterface **timer) {
    return (*timer)->sessions ? (float)((*timer)->total / (*timer)->sessions) : 0.0f;
}
