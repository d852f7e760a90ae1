"""Bodies of GOTO functions in the making: what both front ends build with."""
