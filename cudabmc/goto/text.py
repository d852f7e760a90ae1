"""The textual form of a GOTO program: `print_program` and, in `reader.py`, its inverse.

    function add kernel device "add" @ 5:17 in "add.cu" -> void
      param ptr "a" "const float *" unsigned
      regs ptr ptr ptr i32 i32 bool
      0     declare r4 "i" "int" signed                                       @ 6:7
      1     r5:bool = slt.i32 r4, r3                                          @ 7:7
      2     if r5 goto L3 else L4                                             @ 7:7
    L3:
      3     store f32 r3 <- 1.0:f32                                           @ 7:14
    L4:
      4     return                                                            @ 8:1
    end

A register is typed where it is written, a constant always. Names that are not plain words are
quoted as in JSON. Positions are line:column of the function's file, or of the file that is named.
"""

import json
import re
from collections.abc import Callable
from typing import Any

from cudabmc.goto import program as p
from cudabmc.goto.layout import Layout, Member
from cudabmc.goto.op import Checks
from cudabmc.goto.types import Type
from cudabmc.goto.variable import Variable
from cudabmc.source.location import NOWHERE, Location

_WORD = re.compile(r"[A-Za-z_][\w.]*\Z")
_POSITION_COLUMN = 72
_KEYWORDS = {"true", "false", "undef"}


def print_program(program: p.Program, *, positions: bool = True) -> str:
    """The program as text; without positions for golden tests that should survive edits of the source."""
    parts = [f"program {quoted(program.main)} files {' '.join(map(quoted, program.files))}".rstrip()]
    parts += [f"external {quoted(n)}{_position(loc, '', positions)}" for n, loc in sorted(program.externals.items())]
    parts += [f"launcher {quoted(kernel)} {quoted(host)}" for kernel, host in sorted(program.launchers.items())]
    parts += [f"kernel {quoted(program.kernel)}"] if program.kernel else []
    parts += [_parameters(kernel, parameters) for kernel, parameters in sorted(program.parameters.items())]
    parts += [print_global(g, positions=positions) for g in program.globals.values()]
    parts += [print_function(f, positions=positions) for f in program.functions.values()]
    # Last, as functions are made when they are printed, and layouts when something has asked for them.
    parts += [_layout(name, layout) for name, layout in sorted(program.layouts.items())]
    return "\n\n".join(parts) + "\n"


def print_global(variable: p.Global, *, positions: bool = True) -> str:
    """One global with its initial values."""
    flags = (" read_only" if variable.read_only else "") + (" dynamic" if variable.dynamic_shared else "")
    head = f'global {quoted(variable.name)} "{variable.space.value}" size {variable.size} align {variable.align}{flags}'
    lines = [f"{head} var {_variable(variable.var)}{_position(variable.loc, '', positions)}"]
    if variable.element is not None:
        lines.append(f"  element {variable.element_size} {_variable(variable.element)}")
    lines += [f"  points {offset} {_parameter(pointer)}" for offset, pointer in variable.pointers]
    lines += [f"  at {i.offset} {i.type} {operand(i.value)}" for i in variable.init]
    return "\n".join([*lines, "end"])


def _layout(name: str, layout: Layout) -> str:
    """Where the members of a record lie."""
    flexible = " flexible" if layout.flexible else ""
    head = f"layout {json.dumps(name)} {json.dumps(layout.name)} size {layout.size}{flexible}"
    return "\n".join([head, *map(_member, layout.members), "end"])


def _member(member: Member) -> str:
    text = f"  at {member.offset} size {member.size} {_variable(member.var)}"
    text += "" if member.type is None else f" as {member.type}"
    text += f" extents ( {' '.join(map(str, member.extents))} )" if member.extents else ""
    return text + (" bits" if member.bit_field else "")


def _parameters(kernel: str, parameters: tuple[p.Parameter, ...]) -> str:
    """The parameters of a kernel as the source declares them."""
    lines = [f"parameters {quoted(kernel)}"]
    for parameter in parameters:
        lines.append(f"  {_parameter(parameter)}")
        lines += [f"    at {offset} {_parameter(member)}" for offset, member in parameter.members]
    return "\n".join([*lines, "end"])


def _parameter(parameter: p.Parameter) -> str:
    text = f"{parameter.size} {_variable(parameter.var)}"
    if parameter.element is not None:
        text += f" element {parameter.element_size} {_variable(parameter.element)}"
        text += "" if parameter.element_type is None else f" as {parameter.element_type}"
    return text + (f" one of ( {' '.join(map(str, parameter.enumerators))} )" if parameter.enumerators else "")


def print_function(function: p.Function, *, positions: bool = True) -> str:
    """One function: its head, its registers, its instructions."""
    file = function.loc.file
    lines = [_head(function, positions)]
    for variable, type in zip(function.params, function.param_types, strict=True):
        lines.append(f"  param {type} {_variable(variable)}")
    lines.append(f"  regs {' '.join(map(str, function.reg_types))}".rstrip())
    targets = jump_targets(function.body)
    for index, instruction in enumerate(function.body):
        if index in targets:
            lines.append(f"L{index}:")
        text = f"  {index:<5} {_PRINTERS[type_of(instruction)](instruction)}"
        position = _position(instruction.loc, file, positions)
        lines.append(f"{text:<{_POSITION_COLUMN}}{position}" if position else text)
    return "\n".join([*lines, "end"])


def _head(function: p.Function, positions: bool) -> str:
    flags = [
        word
        for word, on in (
            ("kernel", function.is_kernel),
            ("host", function.on_host),
            ("device", function.on_device),
            ("variadic", function.variadic),
            ("library", function.library),
        )
        if on
    ]
    bounds = "" if function.launch_bounds is None else f" bounds {function.launch_bounds}"
    where = _position(function.loc, "", positions)
    text = " ".join(["function", quoted(function.name), *flags])
    packed = ""
    if function.arguments is not None:
        packed = " arguments " + " ".join(["(", *(f"{index} {offset}" for index, offset in function.arguments), ")"])
    return f"{text} display {quoted(function.display)}{bounds}{packed} -> {function.ret}{where}"


def print_instruction(instruction: p.Instruction) -> str:
    """One instruction without index and position."""
    return _PRINTERS[type_of(instruction)](instruction)


def type_of(instruction: p.Instruction) -> type:
    """The kind of an instruction."""
    return type(instruction)


def jump_targets(body: tuple[p.Instruction, ...]) -> set[int]:
    """The indices that a jump leads to."""
    targets: set[int] = set()
    for instruction in body:
        if isinstance(instruction, p.Goto):
            targets.add(instruction.target)
        elif isinstance(instruction, p.Branch):
            targets |= {instruction.then, instruction.orelse}
    return targets


# ---------------------------------------------------------------- parts


def quoted(name: str) -> str:
    """A name as it is, or in quotes if it is not a plain word."""
    return name if _WORD.match(name) and name not in _KEYWORDS and not re.match(r"r\d+\Z", name) else json.dumps(name)


def operand(value: p.Operand) -> str:
    """r5, 4:i32, true, &x+8, undef:i32 "n"."""
    match value:
        case p.Reg():
            return f"r{value.index}"
        case p.Const():
            if isinstance(value.value, bool):
                return "true" if value.value else "false"
            return f"{value.value!r}:{value.type}"
        case p.Symbol():
            return f"&{quoted(value.name)}" + (f"{value.offset:+d}" if value.offset else "")
        case p.Undef():
            return f"undef:{value.type} {json.dumps(value.name)}"


def _variable(variable: Variable) -> str:
    text = f"{json.dumps(variable.name)} {json.dumps(variable.ctype)} {'signed' if variable.signed else 'unsigned'}"
    text += f" of {json.dumps(variable.record)}" if variable.record else ""
    return text + (f" to {json.dumps(variable.points_to)}" if variable.points_to else "")


def _position(loc: Location, file: str, positions: bool) -> str:
    if not positions or loc == NOWHERE:
        return ""
    where = f" in {json.dumps(loc.file)}" if loc.file != file else ""
    macro = f" macro {loc.macro}" if loc.macro else ""
    return f" @ {loc.line}:{loc.column}{where}{macro}"


def checks_of(checks: Checks) -> list[str]:
    """The names of the checks that are set."""
    return [check.name.lower() for check in Checks if check in checks and check.name]


def _typed(values: tuple[p.Operand, ...], types: tuple[Type, ...]) -> str:
    return ", ".join(f"{type} {operand(value)}" for value, type in zip(values, types, strict=True))


# ---------------------------------------------------------------- instructions


def _assign(i: p.Assign) -> str:
    checks = checks_of(i.checks)
    tail = f" checks {' '.join(checks)}" if checks else ""
    return f"r{i.dst}:{i.type} = {i.op.value}.{i.of} {', '.join(map(operand, i.args))}{tail}"


def _aligned(align: int) -> str:
    return f" align {align}" if align else ""


def _load(i: p.Load) -> str:
    return f"r{i.dst}:{i.type} = load {operand(i.addr)}{_strength(i)}{_aligned(i.align)}"


def _strength(i: p.Load | p.Store) -> str:
    return " atomic" if i.atomic else " volatile" if i.volatile else ""


def _store(i: p.Store) -> str:
    flags = _strength(i) + (" init" if i.init else "")
    return f"store {i.type} {operand(i.addr)} <- {operand(i.value)}{flags}{_aligned(i.align)}"


def _copy_bytes(i: p.CopyBytes) -> str:
    aligned = f" align {i.dst_align} {i.src_align}" if (i.dst_align, i.src_align) != (1, 1) else ""
    return f"copybytes {operand(i.dst)} <- {operand(i.src)} size {i.size}{aligned}"


def _alloca(i: p.Alloca) -> str:
    return f"r{i.dst}:ptr = alloca {operand(i.size)} align {i.align} var {_variable(i.var)}"


def _dead(i: p.Dead) -> str:
    return "dead " + " ".join(f"r{r}" for r in i.regs)


def _call(i: p.Call) -> str:
    callee = quoted(i.callee) if isinstance(i.callee, str) else f"*{operand(i.callee)}"
    result = f"r{i.dst}:{i.ret} = " if i.dst is not None else ""
    ctypes = f" ctypes {' '.join(map(json.dumps, i.ctypes))}" if i.ctypes else ""
    signature = f" signature {json.dumps(i.signature)}" if i.signature else ""
    return f"{result}call {i.ret} {callee}({_typed(i.args, i.types)}){ctypes}{signature}"


def _launch(i: p.Launch) -> str:
    kernel = quoted(i.kernel) if isinstance(i.kernel, str) else f"*{operand(i.kernel)}"
    grid, block = (", ".join(map(operand, part)) for part in (i.grid, i.block))
    config = f"({grid}), ({block}), {operand(i.shmem)}, {operand(i.stream)}"
    packed = "packed " if i.packed else ""
    packed += "cooperative " if i.cooperative else ""
    return f"launch {packed}{kernel} <<< {config} >>> ({_typed(i.args, i.types)})"


def _goto(i: p.Goto) -> str:
    return f"goto L{i.target}"


def _branch(i: p.Branch) -> str:
    return f"if {operand(i.cond)} goto L{i.then} else L{i.orelse}"


def _return(i: p.Return) -> str:
    return "return" if i.value is None else f"return {operand(i.value)}"


def _check(i: p.Check) -> str:
    return f"check {json.dumps(i.prop)} {operand(i.cond)} {json.dumps(i.text)}"


def _unreachable(i: p.Unreachable) -> str:
    return "unreachable"


def _unsupported(i: p.Unsupported) -> str:
    return f"unsupported {json.dumps(i.construct)}"


def _declare(i: p.Declare) -> str:
    return f"declare r{i.reg} {_variable(i.var)}"


_PRINTERS: dict[type, Callable[[Any], str]] = {
    p.Assign: _assign,
    p.Load: _load,
    p.Store: _store,
    p.CopyBytes: _copy_bytes,
    p.Alloca: _alloca,
    p.Dead: _dead,
    p.Call: _call,
    p.Launch: _launch,
    p.Goto: _goto,
    p.Branch: _branch,
    p.Return: _return,
    p.Check: _check,
    p.Unreachable: _unreachable,
    p.Unsupported: _unsupported,
    p.Declare: _declare,
}
