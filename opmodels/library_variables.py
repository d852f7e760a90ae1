"""Variables of the C library that functions of the host set, in a program that looks at them."""

from collections.abc import Mapping

GAMMA_SIGN = "signgam"

SETTING: Mapping[str, str] = {"lgamma": "__cudabmc_lgamma", "lgammaf": "__cudabmc_lgammaf"}
"""What these functions are then, by what they are called in any other program (`libc/gamma_sign.py`)."""
