/* What a program has that is compiled at run time, before its own first line (NVRTC manual, "Language").

   It has no host code, so what has no specifier is for the device, as --device-as-default-execution-space says. */
#pragma once
#include <initializer_list>
#pragma clang force_cuda_host_device begin
