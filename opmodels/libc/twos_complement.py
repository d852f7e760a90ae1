"""Machine integers are kept in [0, 2**width); these give the signed reading and back."""


def signed(value: int, width: int) -> int:
    """The two's complement reading of `value`, of which only the low `width` bits count."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def unsigned(value: int, width: int) -> int:
    """`value` modulo 2**width: the form in which the machine keeps it."""
    return value & ((1 << width) - 1)


def clamped(value: int, width: int, *, is_signed: bool) -> int:
    """The nearest value that an integer of `width` bits can hold, as the machine keeps it."""
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    return unsigned(min(max(value, low), high), width)
