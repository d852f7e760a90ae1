"""The declarations of one mathematical function: C's for double and float (suffix f), and the C++ and
CUDA overloads of the name without suffix. Integer arguments go to double."""


def unary(name: str, result: str = "") -> tuple[str, ...]:
    """name(double), namef(float), name(float), each returning `result`, or the type of its argument."""
    return (
        f"{result or 'double'} {name}(double x)",
        f"{result or 'float'} {name}f(float x)",
        f"{result or 'float'} {name}(float x)",
    )


def binary(name: str) -> tuple[str, ...]:
    """As `unary`, for two arguments; of a float and a double the float is converted (C++11 26.8p11)."""
    return (
        f"double {name}(double x, double y)",
        f"float {name}f(float x, float y)",
        f"float {name}(float x, float y)",
        f"double {name}(float x, double y)",
        f"double {name}(double x, float y)",
    )


def nary(name: str, count: int) -> tuple[str, ...]:
    """double and float with suffix, for the functions of CUDA that have no overloads."""
    return tuple(
        f"{ctype} {name}{suffix}({', '.join(f'{ctype} x{i}' for i in range(count))})"
        for ctype, suffix in (("double", ""), ("float", "f"))
    )


def predicate(name: str) -> tuple[str, ...]:
    """int name(double), int name(float)."""
    return (f"int {name}(double x)", f"int {name}(float x)")
