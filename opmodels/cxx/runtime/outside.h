// Input from outside of the program: its characters are arbitrary, so that white space before a word or number
// need not be looked for, and a number can be any.
#pragma once

#include <fstream>
#include <streambuf>
#include <typeinfo>

// NULL until the streams are made.
extern std::streambuf *__cudabmc_keyboard;

inline bool __cudabmc_is_outside(const std::streambuf *buffer) {
    return buffer && (buffer == __cudabmc_keyboard || typeid(*buffer) == typeid(std::filebuf));
}
