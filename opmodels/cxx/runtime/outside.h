// Input from outside of the program. If files are arbitrary, so are its characters: white space before a word or
// number need not be looked for, and a number can be any.
#pragma once

#include <fstream>
#include <streambuf>
#include <typeinfo>

// NULL until the streams are made.
extern std::streambuf *__cudabmc_keyboard;

// Are files arbitrary, and standard input with them?
extern "C" int __cudabmc_files_are_arbitrary();

// Does the buffer deliver arbitrary characters from outside?
inline bool __cudabmc_is_outside(const std::streambuf *buffer) {
    if (!buffer || (buffer != __cudabmc_keyboard && typeid(*buffer) != typeid(std::filebuf))) return false;
    static const bool arbitrary = __cudabmc_files_are_arbitrary();  // asked once: machine code is left for each call
    return arbitrary;
}
