/* Types of pointers to functions of the driver API. cub includes this header and uses none of them; programs that fetch
   such functions are refused where they do (cuda.h). */
#pragma once
#include <cuda.h>
