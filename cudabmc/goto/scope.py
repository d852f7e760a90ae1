"""What the verifier asks of an operand, a register, a label or a type where it stands."""

from typing import NoReturn

from cudabmc.goto import program as p
from cudabmc.goto.meaning.float_format import ROUND
from cudabmc.goto.tokens import TextPlace
from cudabmc.goto.types import BOOL, PTR, VOID, FloatType, IntType, Type


class InvalidProgram(AssertionError):
    """A program breaks an invariant: a bug of the front end that made it, or of whoever wrote a .goto file."""

    def __init__(self, message: str, place: TextPlace) -> None:
        _, name, index = place
        super().__init__(f"{name}{f':{index}' if index >= 0 else ''}: {message}")
        self.message = message
        self.place = place


class Site:
    """Where an operand stands: in a program, and there in a function or, without one, in a global."""

    def __init__(self, program: p.Program, place: TextPlace, function: p.Function | None = None) -> None:
        self.program = program
        self.place = place
        self.registers = function.reg_types if function is not None else ()
        self.length = len(function.body) if function is not None else 0

    def fail(self, message: str) -> NoReturn:
        """Raise InvalidProgram for this place."""
        raise InvalidProgram(message, self.place)

    def want(self, good: bool, message: str) -> None:
        """Fail unless something is good."""
        if not good:
            self.fail(message)

    def value(self, operand: p.Operand, type: Type | None = None) -> None:
        """The operand must exist and, if one is given, have the type."""
        found = self._type_of(operand)
        shown = f"r{operand.index}" if isinstance(operand, p.Reg) else operand
        self.want(type is None or found == type, f"{shown} is a {found}, wanted {type}")
        if isinstance(operand, p.Const):
            self.want(_is_constant(operand), f"{operand.value!r} is not a constant of type {operand.type}")

    def _type_of(self, operand: p.Operand) -> Type:
        if isinstance(operand, p.Reg):
            return self.register(operand.index)
        if isinstance(operand, p.Symbol):
            program, name = self.program, operand.name
            known = name in program.globals or name in program.functions or name in program.externals
            self.want(known, f"there is no symbol {name!r}")
            return PTR
        self.want(operand.type != VOID, f"operand {operand} is a void")
        return operand.type

    def register(self, index: int) -> Type:
        """The type of a register, which must exist."""
        self.want(0 <= index < len(self.registers), f"there is no register r{index}")
        return self.registers[index]

    def holds(self, index: int, type: Type | None) -> None:
        """A register must exist and, if one is given, have the type."""
        found = self.register(index)
        self.want(type is None or found == type, f"r{index} is a {found}, written with {type}")

    def target(self, index: int, type: Type | None) -> None:
        """A jump must stay in the function."""
        self.want(0 <= index < self.length, f"jump to {index}")

    def in_memory(self, type: Type, demanded: Type | None) -> None:
        """Truth values and void are never in memory."""
        self.want(type not in (BOOL, VOID), f"{type} in memory")

    def alignment(self, align: int, type: Type | None) -> None:
        """Alignments are powers of two."""
        self.want(align > 0 and not align & (align - 1), f"alignment {align}")


def _is_constant(const: p.Const) -> bool:
    """Is the value one of the type? Floats are rounded to their format."""
    value = const.value
    match const.type:
        case IntType(width):
            return type(value) is int and 0 <= value < 1 << width
        case FloatType(width):
            return type(value) is float and (value != value or ROUND[width](value) == value)
        case _:
            return type(value) is (bool if const.type == BOOL else int)
