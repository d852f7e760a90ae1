"""Programs as CUDA source, C-style so that both front ends take it, one statement on a line."""

from tests.random_programs.language.c_types import LONG, ULONG, UNSIGNED, IntType, Type
from tests.random_programs.language.tree import (
    AddressOf,
    Allocate,
    Assert,
    Assign,
    Assume,
    Atomic,
    Barrier,
    Binary,
    Body,
    Break,
    Call,
    Cast,
    Choose,
    Const,
    Coordinate,
    Declare,
    DeclareArray,
    Expr,
    For,
    If,
    IsNull,
    Kernel,
    Launch,
    Null,
    Offset,
    Program,
    Read,
    Reinterpret,
    Return,
    Scope,
    SizeOf,
    Statement,
    Unary,
    Update,
    Var,
)  # fmt: skip

HEADER = """\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <cuda_runtime.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
"""

SUFFIXES = {UNSIGNED: "u", LONG: "ll", ULONG: "ull"}


def constant(value: int, type: IntType) -> str:
    text = f"{value}{SUFFIXES.get(type, '')}"
    return f"({text})" if value < 0 else text


def expression(e: Expr) -> str:
    match e:
        case Const(value, type):
            return constant(value, type)
        case Var(name):
            return name
        case Coordinate(what):
            return f"(int){what}.x"
        case Unary(op, operand):
            return f"({op}{expression(operand)})"
        case Binary(op, left, right):
            return f"({expression(left)} {op} {expression(right)})"
        case Cast(type, operand):
            return f"(({type.name}){expression(operand)})"
        case Choose(condition, then, other):
            return f"({expression(condition)} ? {expression(then)} : {expression(other)})"
        case _:
            return pointer(e)


def pointer(e: Expr) -> str:
    """Expressions that make or follow a pointer."""
    match e:
        case Read(base, index):
            return f"{expression(base)}[{expression(index)}]"
        case Offset(base, index):
            return f"({expression(base)} + {expression(index)})"
        case AddressOf(name):
            return f"(&{name})"
        case Reinterpret(type, base):
            return f"(({type.name}){expression(base)})"
        case SizeOf(type):
            return f"sizeof({type.name})"
        case Null(type):
            return f"(({type.name})0)"
        case IsNull(base):
            return f"({expression(base)} == NULL)"
    raise TypeError(e)


def declaration(name: str, type: Type) -> str:
    return f"{type.name}{name}" if type.name.endswith("*") else f"{type.name} {name}"


class Printer:
    """Collects the lines; `line_of` is where each statement stands."""

    def __init__(self) -> None:
        self.lines = HEADER.splitlines()
        self.line_of: dict[Statement, int] = {}
        self.depth = 0

    def put(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def body(self, statements: Body) -> None:
        self.depth += 1
        for statement in statements:
            self.line_of[statement] = len(self.lines) + 1
            self.statement(statement)
        self.depth -= 1

    def statement(self, s: Statement) -> None:
        match s:
            case If(condition, then, other):
                self.put(f"if ({expression(condition)}) {{")
                self.body(then)
                if other:
                    self.put("} else {")
                    self.body(other)
                self.put("}")
            case For(name, count, body):
                self.put(f"for (int {name} = 0; {name} < {expression(count)}; {name}++) {{")
                self.body(body)
                self.put("}")
            case Scope(body):
                self.put("{")
                self.body(body)
                self.put("}")
            case _:
                self.put(simple(s))

    def kernel(self, kernel: Kernel) -> None:
        parameters = ", ".join(declaration(name, type) for name, type in kernel.parameters)
        self.put(f"__global__ void {kernel.name}({parameters or 'void'}) {{")
        self.body(kernel.body)
        self.put("}")

    def program(self, program: Program) -> None:
        for g in program.globals:
            values = f" = {{{', '.join(map(str, g.initial))}}}" if g.initial else ""
            self.put(f"{'__device__ ' if g.device else ''}{g.type.name} {g.name}[{g.count}]{values};")
        for kernel in program.kernels:
            self.kernel(kernel)
        self.put("int main(void) {")
        self.depth += 1
        for i in program.inputs:
            self.put(f"int {i.name} = __VERIFIER_nondet_int();")
            self.put(f"__VERIFIER_assume({i.name} >= {i.low} && {i.name} <= {i.high});")
        self.depth -= 1
        self.body(program.main)
        self.put("    return 0;")
        self.put("}")


def simple(s: Statement) -> str:
    """A statement without statements in it."""
    match s:
        case Declare(name, type, initial):
            return declaration(name, type) + (f" = {expression(initial)};" if initial is not None else ";")
        case DeclareArray(name, type, count, initial, shared):
            values = "" if initial is None else f" = {{{', '.join(map(str, initial))}}}"
            return f"{'__shared__ ' if shared else ''}{type.name} {name}[{count}]{values};"
        case Assign(target, value):
            return f"{expression(target)} = {expression(value)};"
        case Update(op, target, value):
            return f"{expression(target)} {op}= {expression(value)};"
        case Assume(condition):
            return f"__VERIFIER_assume({expression(condition)});"
        case Break():
            return "break;"
        case Assert(condition):
            return f"assert({expression(condition)});"
        case Return(kernel):
            return "return;" if kernel else "return 0;"
        case _:
            return call(s)


def call(s: Statement) -> str:
    match s:
        case Allocate("malloc", name, type, size):
            return f"{name} = ({type.name} *)malloc({expression(size)});"
        case Allocate(function, name, _, size):
            return f"{function}((void **)&{name}, {expression(size)});"
        case Call(function, args, kind):
            listed = [expression(a) for a in args] + ([kind] if kind else [])
            return f"{function}({', '.join(listed)});"
        case Launch(kernel, grid, block, args):
            listed = [expression(a) for a in args]
            return f"{kernel}<<<{expression(grid)}, {expression(block)}>>>({', '.join(listed)});"
        case Barrier():
            return "__syncthreads();"
        case Atomic(op, base, index, value, result):
            assigned = f"{result} = " if result else ""
            return f"{assigned}{op}(&{expression(base)}[{expression(index)}], {expression(value)});"
    raise TypeError(s)
