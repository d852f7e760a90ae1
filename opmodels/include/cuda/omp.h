#include "../omp.h"
