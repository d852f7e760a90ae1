"""Random typed expressions of C without undefined behaviour.

Signed integers may overflow: gcc is told to wrap. Divisors are never 0 or -1, shift counts are
below the width, and floats are limited before they become integers.
"""

from dataclasses import dataclass, field
from random import Random

from semantics_types import ALL, BOOL, DOUBLE, FLOAT, FLOATS, INT, LONG, UINT, ULONG, USHORT, Type, common, promoted

Typed = tuple[str, Type]

CORNERS = (0, 1, 2, 3, 7, 127, 128, 255, 256, 32767, 32768, 65535, 65536, (1 << 31) - 1, 1 << 31, (1 << 32) - 1)
BIG = (1 << 32, (1 << 53) + 1, (1 << 63) - 1, 0x123456789ABCDEF, 0x0F0F0F0F0F0F0F0F)
FLOAT_TEXTS = (
    "0.0", "1.0", "0.5", "-2.25", "3.1415926535897931", "1e10", "1e-10", "16777217.0", "0x1.8p-3", "1e300", "5e-324",
    "1.5f", "0.1f", "-7.75f", "1e-40f", "3.4e38f", "0x1p-149f", "65504.0f", ".25", "100.",
)  # fmt: skip


@dataclass
class Expressions:
    """Makes expressions of the variables in `reads`; `effects` are variables that each full expression
    may change once, and that nothing else in it reads."""

    rng: Random
    reads: list[Typed] = field(default_factory=list)
    effects: list[Typed] = field(default_factory=list)
    functions: list[tuple[str, Type, tuple[Type, ...]]] = field(default_factory=list)
    constant: bool = False
    _free: list[Typed] = field(default_factory=list)

    def full(self, depth: int = 3) -> Typed:
        """A full expression, with effects if it likes."""
        self._free = list(self.effects)
        made = self._any(depth)
        self._free = []
        return made

    def pure(self, depth: int = 3) -> Typed:
        """An expression without effects."""
        self._free = []
        return self._any(depth)

    def integer(self, depth: int = 2) -> Typed:
        """An expression of integer type, without effects."""
        return self._integral(self.pure(depth))

    def as_type(self, goal: Type, made: Typed) -> str:
        """The expression such that its conversion to the type is defined."""
        text, kind = made
        if kind.floating and not goal.floating and goal is not BOOL:
            if self.constant:
                return f"({text} > 0 && {text} < 100 ? {text} : 1)"
            low = -(1 << (goal.bits - 1)) + 1 if goal.signed else 0
            high = (1 << (goal.bits - goal.signed)) - 1
            if goal.bits == 64:
                low, high = low // 2, high // 2
            return f"(({goal.name})lim({text}, {float(low)!r}, {float(high)!r}))"
        return text

    # ------------------------------------------------------------ kinds of expressions

    def _any(self, depth: int) -> Typed:
        if depth <= 0 or self.rng.random() < 0.1:
            return self._leaf()
        makers = [self._binary] * 5 + [self._shift, self._divide, self._compare, self._logical, self._choice]
        makers += [self._cast, self._unary, self._unary, self._float_binary]
        if not self.constant:
            makers += [self._comma, self._builtin]
            if self.functions:
                makers += [self._call]
        return self.rng.choice(makers)(depth - 1)

    def _leaf(self) -> Typed:
        if self._free and self.rng.random() < 0.3:
            return self._effect()
        if self.reads and self.rng.random() < 0.75:
            return self.rng.choice(self.reads)
        return self.literal()

    def literal(self) -> Typed:
        """A constant."""
        roll = self.rng.random()
        if roll < 0.25:
            text = self.rng.choice(FLOAT_TEXTS)
            return f"({text})" if text[0] == "-" else text, FLOAT if text[-1] == "f" else DOUBLE
        if roll < 0.32:
            return f"(int){self.rng.choice(CHARACTERS)}", INT
        value = self.rng.choice(CORNERS + BIG) if self.rng.random() < 0.6 else self.rng.randrange(200)
        suffix, kind = self.rng.choice((("", INT), ("u", UINT), ("L", LONG), ("UL", ULONG), ("ul", ULONG)))
        spelt = self.rng.choice((f"{value}", f"0x{value:x}", f"0{value:o}"))
        if suffix == "" and value >= 1 << 31:
            hexadecimal = not spelt.isdigit() or (spelt[0] == "0" and value)
            kind = UINT if hexadecimal and value < 1 << 32 else LONG
        if suffix == "u" and value >= 1 << 32:
            kind = ULONG
        return spelt + suffix, kind

    def _effect(self) -> Typed:
        name, kind = self._free.pop(self.rng.randrange(len(self._free)))
        if self.rng.random() < 0.5 and kind is not BOOL:
            return self.rng.choice((f"({name}++)", f"({name}--)", f"(++{name})", f"(--{name})")), kind
        free, self._free = self._free, []
        value = self._any(1)
        self._free = free
        if not kind.floating and not value[1].floating and kind is not BOOL and self.rng.random() < 0.5:
            return f"({name} {self.rng.choice(('+=', '-=', '*=', '&=', '|=', '^='))} {value[0]})", kind
        return f"({name} = {self.as_type(kind, value)})", kind

    def _integral(self, made: Typed) -> Typed:
        if not made[1].floating:
            return made
        goal = self.rng.choice((INT, LONG, UINT))
        return f"(({goal.name}){self.as_type(goal, made)})", goal

    def _binary(self, depth: int) -> Typed:
        left, right = self._integral(self._any(depth)), self._integral(self._any(depth))
        operator = self.rng.choice("+-*&|^")
        return f"({left[0]} {operator} {right[0]})", common(left[1], right[1])

    def _float_binary(self, depth: int) -> Typed:
        left, right = self._any(depth), self._any(depth)
        if not left[1].floating and not right[1].floating:
            goal = self.rng.choice(FLOATS)
            left = (f"(({goal.name}){left[0]})", goal)
        return f"({left[0]} {self.rng.choice('+-*/')} {right[0]})", common(left[1], right[1])

    def _shift(self, depth: int) -> Typed:
        left, right = self._integral(self._any(depth)), self._integral(self._any(depth))
        kind = promoted(left[1])
        return f"({left[0]} {self.rng.choice(('<<', '>>'))} ({right[0]} & {kind.bits - 1}))", kind

    def _divide(self, depth: int) -> Typed:
        left, right = self._integral(self._any(depth)), self._integral(self._any(depth))
        divisor = self.rng.choice((f"({right[0]} & 127 | 1)", f"(({right[0]} & 7) - 9)"))
        return f"({left[0]} {self.rng.choice('/%')} {divisor})", common(left[1], right[1])

    def _compare(self, depth: int) -> Typed:
        left, right = self._any(depth), self._any(depth)
        return f"(int)({left[0]} {self.rng.choice(('<', '>', '<=', '>=', '==', '!='))} {right[0]})", INT

    def _logical(self, depth: int) -> Typed:
        left, right = self._any(depth), self._any(depth)
        return f"(int)({left[0]} {self.rng.choice(('&&', '||'))} {right[0]})", INT

    def _choice(self, depth: int) -> Typed:
        test, left, right = self._any(depth), self._any(depth), self._any(depth)
        kind = left[1] if left[1] == right[1] else common(left[1], right[1])
        return f"({test[0]} ? {left[0]} : {right[0]})", kind

    def _cast(self, depth: int) -> Typed:
        goal = self.rng.choice(ALL)
        return f"(({goal.name}){self.as_type(goal, self._any(depth))})", goal

    def _unary(self, depth: int) -> Typed:
        made = self._any(depth)
        operator = self.rng.choice("-+!~")
        if operator == "!":
            return f"(int)(!{made[0]})", INT
        if operator == "~":
            made = self._integral(made)
        return f"({operator}{made[0]})", made[1] if made[1].floating else promoted(made[1])

    def _comma(self, depth: int) -> Typed:
        left, right = self._any(depth), self._any(depth)
        return f"({left[0]}, {right[0]})", right[1]

    def _builtin(self, depth: int) -> Typed:
        value = self._integral(self._any(depth))[0]
        name = self.rng.choice(("popcount", "parity", "ffs", "clz", "ctz", "bswap"))
        if name == "bswap":
            bits, kind = self.rng.choice(((16, USHORT), (32, UINT), (64, ULONG)))
            return f"__builtin_bswap{bits}({value})", kind
        suffix = self.rng.choice(("", "l", "ll"))
        return f"__builtin_{name}{suffix}({value}{' | 16' * (name in ('clz', 'ctz'))})", INT

    def _call(self, depth: int) -> Typed:
        name, result, params = self.rng.choice(self.functions)
        values = [self.as_type(p, self._any(depth - 1)) for p in params]
        return f"{name}({', '.join(values)})", result


CHARACTERS = ("'a'", "'\\n'", "'\\0'", "'\\x7f'", "'\\377'", "'\\\\'", "'\\''", "'~'")
