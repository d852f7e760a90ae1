"""Known values as printf prints them: pure functions, compared with glibc by the tests."""

import math

_DIGITS = {"o": "o", "x": "x", "X": "X", "u": "d", "d": "d", "i": "d"}


def padded(sign: str, body: str, flags: str, width: int, *, zeros: bool) -> str:
    """`sign` and `body` in a field: zeros go between them."""
    missing = max(width - len(sign) - len(body), 0)
    if "-" in flags:
        return sign + body + " " * missing
    if "0" in flags and zeros:
        return sign + "0" * missing + body
    return " " * missing + sign + body


def sign_of(negative: bool, flags: str) -> str:
    """What stands in front of a signed number."""
    if negative:
        return "-"
    if "+" in flags:
        return "+"
    return " " if " " in flags else ""


def format_integer(value: int, conversion: str, flags: str = "", width: int = 0, precision: int | None = None) -> str:
    """d, i, u, o, x, X; `value` is negative only for d and i."""
    sign = sign_of(value < 0, flags) if conversion in "di" else ""
    digits = format(abs(value), _DIGITS[conversion])
    if precision is not None:
        digits = "" if value == 0 and precision == 0 else digits.zfill(precision)
    if "#" in flags:
        if conversion == "o" and not digits.startswith("0"):
            digits = "0" + digits
        elif conversion in "xX" and value != 0:
            sign = "0" + conversion
    return padded(sign, digits, flags, width, zeros=precision is None)


def format_text(text: str, flags: str = "", width: int = 0, precision: int | None = None) -> str:
    """s and c."""
    return padded("", text if precision is None else text[:precision], flags.replace("0", ""), width, zeros=False)


def format_float(value: float, conversion: str, flags: str = "", width: int = 0, precision: int | None = None) -> str:
    """f, F, e, E, g, G, a, A."""
    sign = sign_of(math.copysign(1.0, value) < 0, flags)
    if not math.isfinite(value):
        body = "inf" if math.isinf(value) else "nan"
        return padded(sign, body.upper() if conversion.isupper() else body, flags, width, zeros=False)
    value = abs(value)
    if conversion in "aA":
        body = _hexadecimal(value, precision, keep_point="#" in flags)
        prefix, body = body[:2], body[2:]
        if conversion == "A":
            prefix, body = prefix.upper(), body.upper()
        return padded(sign + prefix, body, flags, width, zeros=True)
    shape = "%" + ("#" if "#" in flags else "") + "." + str(6 if precision is None else precision) + conversion
    return padded(sign, shape % value, flags, width, zeros=True)


def _hexadecimal(value: float, precision: int | None, *, keep_point: bool) -> str:
    """glibc's %a of a finite value >= 0: one leading digit, which is 1 for normal numbers."""
    if value == 0.0:
        fraction, exponent, lead = 0, 0, 0
    else:
        mantissa, exponent = math.frexp(value)
        exponent -= 1
        if exponent < -1022:
            mantissa, exponent, lead = math.ldexp(mantissa, exponent + 1 + 1022), -1022, 0
            fraction = int(math.ldexp(mantissa, 52))
        else:
            lead = 1
            fraction = int(math.ldexp(mantissa, 53)) - (1 << 52)
    digits = format(fraction, "013x")
    if precision is None:
        digits = digits.rstrip("0")
    elif precision < 13:
        lead, digits = _rounded(lead, fraction, precision)
    else:
        digits = digits.ljust(precision, "0")
    point = "." if digits or keep_point else ""
    return f"0x{lead}{point}{digits}p{exponent:+d}"


def _rounded(lead: int, fraction: int, precision: int) -> tuple[int, str]:
    """The leading digit and `precision` digits, rounded to nearest, ties to even."""
    shift = 52 - 4 * precision
    whole = (lead << 52) + fraction
    kept, rest, half = whole >> shift, whole & ((1 << shift) - 1), 1 << (shift - 1)
    if rest > half or (rest == half and kept & 1):
        kept += 1
    digits = format(kept & ((1 << 4 * precision) - 1), f"0{precision}x") if precision else ""
    return kept >> (4 * precision), digits
