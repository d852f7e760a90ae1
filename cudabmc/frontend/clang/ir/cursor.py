"""A place in the tokens of a piece of IR, and the parsing of types, values and constants there."""

from collections.abc import Callable, Mapping

from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.tokens import name_of, unescaped
from cudabmc.frontend.clang.ir.words import CASTS, CONSTANT_BINARY
from cudabmc.goto.meaning.float_format import float_of

_SIMPLE: dict[str, t.IrType] = {
    "void": t.VOID, "label": t.LABEL, "metadata": t.LABEL, "token": t.LABEL,
    **{f"i{n}": t.IntT(n) for n in (1, 8, 16, 32, 64, 128)},
    **{name: t.FloatT(name) for name in t.FLOAT_SIZES},
}  # fmt: skip
_WRAPPERS = ("dso_local_equivalent", "no_cfi")


class IrSyntaxError(AssertionError):
    """Text that this reader does not know: a newer clang, or a bug of ours."""


class Cursor:
    """Tokens and a position. `structs` finds named struct types."""

    __slots__ = ("at", "structs", "tokens")

    def __init__(self, tokens: list[str], structs: Callable[[str], t.IrType]) -> None:
        self.tokens = tokens
        self.at = 0
        self.structs = structs

    # ------------------------------------------------------------ tokens

    def peek(self, ahead: int = 0) -> str:
        """The next token, empty at the end."""
        at = self.at + ahead
        return self.tokens[at] if at < len(self.tokens) else ""

    def next(self) -> str:
        """The next token, taken."""
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, token: str) -> bool:
        """Take the token if it comes next."""
        if self.at < len(self.tokens) and self.tokens[self.at] == token:
            self.at += 1
            return True
        return False

    def expect(self, token: str) -> None:
        """Take a token that must come."""
        if not self.accept(token):
            raise self.error(f"expected {token!r}")

    def accept_any(self, words: frozenset[str]) -> frozenset[str]:
        """Take all of these words that come next."""
        start = self.at
        while self.peek() in words:
            self.at += 1
        return frozenset(self.tokens[start : self.at])

    def error(self, message: str) -> IrSyntaxError:
        """An error with the tokens around."""
        around = " ".join(self.tokens[max(0, self.at - 12) : self.at + 12])
        return IrSyntaxError(f"{message} at {self.peek()!r} in: {around}")

    def skip_parentheses(self) -> None:
        """Skip a balanced ( ... ) if one comes next."""
        if not self.accept("("):
            return
        depth = 1
        while depth:
            token = self.next()
            depth += (token == "(") - (token == ")")

    # ------------------------------------------------------------ types

    def type(self) -> t.IrType:
        """A type; a function type if parameters follow."""
        found = self.result_type()
        while self.peek() == "(":
            found = self._pointer_to(self._function_type(found))
        return found

    def result_type(self) -> t.IrType:
        """A type, also of the result of a function, behind which its parameters follow."""
        return self._pointer_to(self._type())

    def _pointer_to(self, found: t.IrType) -> t.IrType:
        """A pointer as LLVM wrote it before its version 17, with what it points to: float addrspace(3)*."""
        while self.peek() in ("*", "addrspace"):
            pointer = self._pointer()
            self.expect("*")
            found = pointer
        return found

    def _type(self) -> t.IrType:
        token = self.next()
        simple = _SIMPLE.get(token)
        if simple is not None:
            return simple
        if token == "ptr":
            return self._pointer()
        if token[0] == "%":
            return self.structs(name_of(token))
        if token == "[":
            return self._counted("]", t.ArrayT)
        if token == "{":
            return self._struct(False)
        if token == "<":
            if self.accept("{"):
                found = self._struct(True)
                self.expect(">")
                return found
            return self._counted(">", t.VectorT)
        if token[0] == "i" and token[1:].isdigit():
            return t.IntT(int(token[1:]))
        if token == "target":
            self.skip_parentheses()
            return t.OpaqueT("target")
        self.at -= 1
        raise self.error("expected a type")

    def _pointer(self) -> t.IrType:
        if not self.accept("addrspace"):
            return t.PTR
        self.expect("(")
        space = int(self.next())
        self.expect(")")
        return t.PtrT(space)

    def _counted(self, end: str, make: Callable[[int, t.IrType], t.IrType]) -> t.IrType:
        number = int(self.next())
        self.expect("x")
        of = self.type()
        self.expect(end)
        return make(number, of)

    def _struct(self, packed: bool) -> t.IrType:
        fields: list[t.IrType] = []
        while not self.accept("}"):
            fields.append(self.type())
            self.accept(",")
        return t.StructT(tuple(fields), packed)

    def _function_type(self, ret: t.IrType) -> t.IrType:
        self.expect("(")
        params: list[t.IrType] = []
        variadic = False
        while not self.accept(")"):
            if self.accept("..."):
                variadic = True
            else:
                params.append(self.type())
            self.accept(",")
        return t.FuncT(ret, tuple(params), variadic)

    # ------------------------------------------------------------ values

    def typed(self) -> v.Typed:
        """A type and a value of it."""
        type = self.type()
        return v.Typed(type, self.value(type))

    def value(self, type: t.IrType) -> v.IrValue:
        """An operand of a known type."""
        token = self.next()
        first = token[0]
        if first == "%":
            return v.Local(name_of(token))
        if first == "@":
            return v.GlobalName(name_of(token))
        if first.isdigit() or first == "-" or token[:2] == "0x":
            return _number(token, type)
        constant = _WORDS.get(token)
        if constant is not None:
            return constant
        return self._constant(token, type)

    def _constant(self, token: str, type: t.IrType) -> v.IrValue:
        if token[0] == "c" and token[1:2] == '"':
            return v.BytesC(unescaped(token[2:-1]))
        if token[0] == "!":
            self.skip_parentheses()
            return v.MetadataC(token)
        if token == "<" and self.peek() == "{":
            self.next()
            found = self._elements("}")
            self.expect(">")
            return found
        if token in "[{<":
            return self._elements({"[": "]", "{": "}", "<": ">"}[token])
        if token == "getelementptr":
            return self._gep()
        if token in CASTS:
            return self._cast(token)
        if token in CONSTANT_BINARY:
            return self._binary(token)
        if token == "splat":
            self.expect("(")
            part = self.typed()
            self.expect(")")
            assert isinstance(type, t.VectorT)
            return v.AggregateC((part,) * type.count)
        if token in _WRAPPERS:
            return self.value(type)
        if token == "blockaddress":
            return self._block_address()
        if token == "asm":
            return self._asm()
        self.at -= 1
        raise self.error("expected a value")

    def _elements(self, end: str) -> v.IrValue:
        found = []
        while not self.accept(end):
            found.append(self.typed())
            self.accept(",")
        return v.AggregateC(tuple(found))

    def _gep(self) -> v.IrValue:
        while self.peek() != "(" or self.peek(-1) == "inrange":
            if self.next() == "inrange":
                self.skip_parentheses()
        self.expect("(")
        source = self.type()
        self.expect(",")
        base = self.typed()
        indexes = []
        while self.accept(","):
            self.accept("inrange")
            indexes.append(self.typed())
        self.expect(")")
        return v.GepC(source, base.value, tuple(indexes))

    def _cast(self, op: str) -> v.IrValue:
        while self.peek() != "(":
            self.next()
        self.expect("(")
        operand = self.typed()
        self.expect("to")
        to = self.type()
        self.expect(")")
        return v.CastC(op, operand, to)

    def _binary(self, op: str) -> v.IrValue:
        while self.peek() != "(":
            self.next()
        self.expect("(")
        a = self.typed()
        self.expect(",")
        b = self.typed()
        self.expect(")")
        return v.BinaryC(op, a.type, a.value, b.value)

    def _block_address(self) -> v.IrValue:
        self.expect("(")
        function = name_of(self.next())
        self.expect(",")
        block = name_of(self.next())
        self.expect(")")
        return v.BlockAddressC(function, block)

    def _asm(self) -> v.IrValue:
        flags = self.accept_any(frozenset({"sideeffect", "alignstack", "inteldialect", "unwind"}))
        text = unescaped(self.next()[1:-1]).decode("utf-8", "replace")
        self.expect(",")
        constraints = unescaped(self.next()[1:-1]).decode()
        return v.AsmC(text, constraints, "sideeffect" in flags)


_WORDS: Mapping[str, v.IrValue] = {
    "true": v.IntC(1), "false": v.IntC(0), "null": v.NullC(), "none": v.NullC(), "undef": v.UndefC(),
    "poison": v.UndefC(), "zeroinitializer": v.ZeroC(),
}  # fmt: skip


def _number(token: str, type: t.IrType) -> v.IrValue:
    if isinstance(type, t.FloatT):
        return v.FloatC(_float(token, type.name))
    return v.IntC(int(token, 0))


def _float(token: str, format: str) -> float:
    """A float constant: decimal, or bits in hex - of a double for float and double, of the format for the others."""
    if token[:2] != "0x":
        return float(token)
    kind, digits = token[2], token[3:]
    if kind == "H":
        return float_of(int(digits, 16), 16)
    if kind == "R":
        return float_of(int(digits, 16) << 16, 32)
    if kind == "K":
        return _x87(int(digits, 16))
    if kind == "L":  # the lower half comes first
        return _quad(int(digits[16:] + digits[:16], 16))
    if kind == "M":
        raise IrSyntaxError(f"constant of {format}: {token}")
    return float_of(int(token, 16), 64)


def _x87(bits: int) -> float:
    """The nearest double of an 80-bit extended float."""
    return _nearest(bits >> 79, bits >> 64 & 0x7FFF, bits & (1 << 64) - 1, 63)


def _quad(bits: int) -> float:
    """The nearest double of a float of 128 bits (IEEE 754 binary128)."""
    exponent = bits >> 112 & 0x7FFF
    return _nearest(bits >> 127, exponent, bits & (1 << 112) - 1 | (exponent > 0) << 112, 112)


def _nearest(sign: int, exponent: int, mantissa: int, behind: int) -> float:
    """Of a mantissa with so many bits behind the point, and an exponent of 15 bits. Denormals have that of 1."""
    if exponent == 0x7FFF:
        value = float("nan") if mantissa & (1 << behind) - 1 else float("inf")
    else:
        shift = max(exponent, 1) - 16383 - behind
        try:
            value = float(mantissa << shift) if shift > 0 else mantissa / (1 << -shift)
        except OverflowError:
            value = float("inf")
    return -value if sign else value


def skip_braces(c: Cursor) -> None:
    """Skip a balanced { ... } or ( ... ) if one comes next."""
    if c.peek() not in ("{", "("):
        return
    depth = 0
    while True:
        token = c.next()
        depth += (token in "({") - (token in ")}")
        if not depth:
            return
