#include "console.h"

std::streambuf *__cudabmc_consoles[3];
