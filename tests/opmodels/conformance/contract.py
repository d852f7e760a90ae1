"""What the code of a model says about itself: the errors it returns, what it requires, which text it cites."""

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType

NAME = "<name>"
"""What stands in a sentence for the name of the function."""

ACCESSES = {"load", "store", "copy", "fill", "check_range", "free"}
"""Calls of the context whose memory is checked as an access of the program is."""

_CITATION = re.compile(
    r"(?:CUDA (?:Runtime API|C\+\+ Programming Guide|Programming Guide|Math API|Driver API|samples)|OpenMP API|PTX ISA"
    r"|C(?:11|17|\+\+11|\+\+17)(?= [\d\[])|POSIX|GNU\b|GCC manual|SV-COMP|ESBMC|GPUVerify"
    r"|cu[A-Z]\w+(?: \d+)? (?:reference|Library|API)|NVTX\b|NVRTC manual)"
    r"""(?:,? (?:"[^"]*"|`[^`]*`|[\d.]+\d(?: to [\d.]+\d)?|\[[\w.]+\]|and(?= ["\d])|(?:cuda|std)\w+))*"""
)

_STATUS_OF = {
    "cublas": "CUBLAS_STATUS_", "curand": "CURAND_STATUS_", "cufft": "CUFFT_", "cudnn": "CUDNN_STATUS_",
    "cusparse": "CUSPARSE_STATUS_", "cusolver": "CUSOLVER_STATUS_",
}  # fmt: skip


@dataclass(frozen=True)
class Contract:
    """`errors` are the codes that the function returns for failures, `requires` pairs of a property and a sentence."""

    errors: tuple[str, ...]
    requires: tuple[tuple[str, str], ...]
    touches_memory: bool
    cites: str


@cache
def contract(function: FunctionType) -> Contract:
    """The contract of a model, the functions of the models that it calls included."""
    found = [_own(part) for part in _parts(function)]
    return Contract(
        tuple(dict.fromkeys(error for own in found for error in own.errors)),
        tuple(dict.fromkeys(require for own in found for require in own.requires)),
        any(own.touches_memory for own in found),
        _cited(function),
    )


@cache
def _own(function: FunctionType) -> Contract:
    """What the function itself says, without those that it calls."""
    errors: dict[str, None] = {}
    requires: dict[tuple[str, str], None] = {}
    calls: set[str] = set()
    tree = _tree(function)
    errors.update(dict.fromkeys(_returned_codes(function, tree)))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        if isinstance(call.func, ast.Attribute) and getattr(call.func.value, "id", "") == "ctx":
            calls.add(name)
        if name == "fail" and len(call.args) == 2:
            error = _text(call.args[1], tree)
            if error.startswith("cuda"):
                errors[error] = None
        if name == "require" and len(call.args) == 3:
            prop, text = (_text(argument, tree) for argument in call.args[1:])
            if text:
                requires[prop, text] = None
    errors.update(dict.fromkeys(_statuses(function.__module__, tree)))
    return Contract(tuple(errors), tuple(requires), bool(calls & ACCESSES), "")


def _returned_codes(function: FunctionType, tree: ast.AST) -> Iterator[str]:
    """Errors of POSIX among the results."""
    for result in (node.value for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value):
        for name in (node.id for node in ast.walk(result) if isinstance(node, ast.Name)):
            if re.fullmatch(r"E[A-Z]{3,}", name) and isinstance(function.__globals__.get(name), int):
                yield name


def _statuses(module: str, tree: ast.AST) -> Iterator[str]:
    """The status codes of a library that a function returns: by a constant, or from the table of all."""
    library = next((name for name in _STATUS_OF if module.startswith(f"opmodels.libraries.{name}.")), "")
    if not library:
        return
    prefix, package = _STATUS_OF[library], f"opmodels.libraries.{library}"
    types = vars(sys.modules.get(f"{package}.common.types") or sys.modules[f"{package}.types"])
    known = {prefix + name.removeprefix(prefix) for name in types.get("STATUS") or types["RESULT"]}
    for statement in (node for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value is not None):
        for node in ast.walk(statement.value):
            name = node.id if isinstance(node, ast.Name) else ""
            if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
                name = str(node.slice.value)
            if name != "SUCCESS" and prefix + name.removeprefix(prefix) in known:
                yield prefix + name.removeprefix(prefix)


def _parts(function: FunctionType) -> Iterator[FunctionType]:
    """The function, and those of the models that it names, over any number of steps."""
    seen: dict[FunctionType, None] = {function: None}
    left = [function]
    while left:
        current = left.pop()
        yield current
        named = [current.__globals__.get(name) for name in _names(current.__code__)]
        named += [cell.cell_contents for cell in current.__closure__ or ()]
        for other in named:
            if isinstance(other, FunctionType) and other.__module__.startswith("opmodels.") and other not in seen:
                seen[other] = None
                left.append(other)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _tree(function: FunctionType) -> ast.AST:
    """The definition of the function; an empty module for a lambda, which decides nothing."""
    place = (function.__code__.co_firstlineno, function.__code__.co_name)
    return _definitions(function.__module__).get(place, ast.Module([], []))


@cache
def _definitions(module: str) -> dict[tuple[int, str], ast.FunctionDef]:
    """The functions of a module by their first line, decorators included, and name."""
    found = {}
    for node in ast.walk(ast.parse(inspect.getsource(sys.modules[module]))):
        if isinstance(node, ast.FunctionDef):
            found[min([node.lineno, *(d.lineno for d in node.decorator_list)]), node.name] = node
    return found


def _text(node: ast.expr, inside: ast.AST) -> str:
    """A literal, or what a local variable was set to; what is put into it in a run is `...`."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_part(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return (_text(node.left, inside) or "...") + (_text(node.right, inside) or "...")
    if isinstance(node, ast.Name):
        for other in ast.walk(inside):
            if isinstance(other, ast.Assign) and getattr(other.targets[0], "id", "") == node.id:
                return _text(other.value, inside)
    return ""


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.FormattedValue):
        return NAME if ast.unparse(part.value) == "ctx.name" else "..."
    return str(part.value) if isinstance(part, ast.Constant) else ""


def _cited(function: FunctionType) -> str:
    """The document and section in the docstring of the function, or else of its module."""
    for text in (function.__doc__, sys.modules[function.__module__].__doc__):
        found = _CITATION.search(" ".join((text or "").split()))
        if found:
            return found[0]
    return ""
