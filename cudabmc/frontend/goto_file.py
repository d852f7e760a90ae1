"""GOTO programs in their textual form (.goto files): from tests, from other front ends, from --show-goto-functions."""

from collections.abc import Iterator, Sequence

from cudabmc.errors import SourceError, UsageError
from cudabmc.frontend.model_signature import fits, result
from cudabmc.goto.program import Call, Program
from cudabmc.goto.reader import read_program
from cudabmc.goto.scope import InvalidProgram
from cudabmc.goto.types import PTR
from cudabmc.goto.verify import verify
from cudabmc.options.table import Options
from cudabmc.source.location import Location
from cudabmc.source.text import read_source
from opmodels import registry


def load(files: Sequence[str], options: Options) -> Program:
    """The program of a .goto file, which stands alone. Raises SourceError at the line of that file where it is not a
    GOTO program or breaks an invariant of one, and UsageError."""
    file, *others = sorted(files, key=lambda file: not file.endswith(".goto"))
    if others:
        raise UsageError(f"{file} is a whole program", hint=f"leave out {', '.join(others)}")
    try:
        text = read_source(file, "utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read {file}: {error.strerror or error}") from None
    program, lines = read_program(text, file)
    try:
        verify(program)
        _verify_models(program)
    except InvalidProgram as error:
        raise SourceError(error.message, Location(file, lines.get(error.place, 1))) from None
    if options.kernel is not None:
        program.kernel = ""  # that of the option is chosen
    return program


def _verify_models(program: Program) -> None:
    """Calls of models must name one, and fit it."""
    for name, index, call in _calls(program):
        assert isinstance(call.callee, str)
        if all(model.signature != call.signature for model in registry.lookup(call.callee)):
            message = f"there is no model '{call.signature}' of {call.callee}()"
        elif not _fits(call):
            message = f"the types do not fit the model '{call.signature}'"
        else:
            continue
        raise InvalidProgram(message, ("functions", name, index))


def _fits(call: Call) -> bool:
    """A record is returned through a pointer before the arguments."""
    gives = result(call.signature)
    if gives is not None and call.dst is not None and gives != call.ret:
        return False
    through_pointer = gives is None and call.types[:1] == (PTR,) and fits(call.signature, call.types[1:])
    return "(*" in call.signature or fits(call.signature, call.types) or through_pointer


def _calls(program: Program) -> Iterator[tuple[str, int, Call]]:
    """The calls of models, each with its function and its number there."""
    for function in program.functions.values():
        for index, instruction in enumerate(function.body):
            if isinstance(instruction, Call) and isinstance(instruction.callee, str) and instruction.signature:
                yield function.name, index, instruction
