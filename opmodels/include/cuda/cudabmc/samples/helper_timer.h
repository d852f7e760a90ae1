/* Stands for helper_timer.h of the CUDA samples: stop watches that say any number of milliseconds. */
#pragma once

struct StopWatchInterface;

bool sdkCreateTimer(StopWatchInterface **timer) __asm__("cudabmc:sdkCreateTimer:0");
bool sdkDeleteTimer(StopWatchInterface **timer) __asm__("cudabmc:sdkDeleteTimer:0");
bool sdkStartTimer(StopWatchInterface **timer) __asm__("cudabmc:sdkStartTimer:0");
bool sdkStopTimer(StopWatchInterface **timer) __asm__("cudabmc:sdkStopTimer:0");
bool sdkResetTimer(StopWatchInterface **timer) __asm__("cudabmc:sdkResetTimer:0");
float sdkGetTimerValue(StopWatchInterface **timer) __asm__("cudabmc:sdkGetTimerValue:0");
float sdkGetAverageTimerValue(StopWatchInterface **timer) __asm__("cudabmc:sdkGetAverageTimerValue:0");
