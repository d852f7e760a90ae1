/* Stands for exception.h of the CUDA samples. */
#pragma once
#include <stdexcept>
