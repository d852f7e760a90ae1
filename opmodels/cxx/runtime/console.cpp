#include "console.h"

#include "outside.h"

std::streambuf *__cudabmc_consoles[3];
std::streambuf *__cudabmc_keyboard;
