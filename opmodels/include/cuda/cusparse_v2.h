/* See cusparse.h. */
#pragma once
#include <cusparse.h>
