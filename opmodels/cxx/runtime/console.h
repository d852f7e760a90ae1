// The stream buffers of std::cout, std::cerr and std::clog.
#pragma once

#include <streambuf>

extern "C" void __cudabmc_write(const char *text, unsigned long size);

// NULL until the streams are made; a program without them does not make them to ask.
extern std::streambuf *__cudabmc_consoles[3];

inline bool __cudabmc_is_console(const std::streambuf *buffer) {
    for (std::streambuf *console : __cudabmc_consoles)
        if (buffer == console) return buffer != nullptr;
    return false;
}
