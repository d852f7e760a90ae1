#include "../contracts/cudabmc.h"
