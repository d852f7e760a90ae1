"""Arguments of a kernel as --arg spells them: the way back from `cudabmc.options.kernel_arguments.read_argument`."""

from cudabmc.options.kernel_arguments import (
    Arbitrary,
    Contents,
    Given,
    KernelArgument,
    KnownNumber,
    Null,
    Range,
    Same,
    Values,
)


def argument_text(given: Given) -> str:
    """`n=100` and its like."""
    name, value = given
    return f"{name}={_text(value)}"


def _text(value: KernelArgument) -> str:
    match value:
        case KnownNumber(value=bool(flag)):
            return str(flag).lower()
        case KnownNumber(value=number):
            return repr(number)
        case Range(low=low, high=high):
            return f"{low}..{high}"
        case Arbitrary(extent=None):
            return "arbitrary"
        case Arbitrary(extent=extent, zero=zero):
            return f"{'zeros' if zero else 'symbolic'}:{extent}"
        case Values(numbers=numbers):
            return "".join(f"{number!r}," for number in numbers)
        case Contents(data=data):
            return f"hex:{data.hex()}"
        case Null():
            return "null"
        case Same(parameter=parameter):
            return str(parameter)
