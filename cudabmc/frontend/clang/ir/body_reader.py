"""Reads a function definition: text into blocks of instructions."""

from collections import Counter
from collections.abc import Callable

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import read_control as control
from cudabmc.frontend.clang.ir import read_memory as memory
from cudabmc.frontend.clang.ir import read_operations as operations
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir.cursor import Cursor, skip_braces
from cudabmc.frontend.clang.ir.heads import Head
from cudabmc.frontend.clang.ir.tokens import name_of, tokens
from cudabmc.frontend.clang.ir.words import BINARY, CASTS, TAILS


def read_body(text: str, structs: Callable[[str], t.IrType]) -> i.Body:
    """The function that the text of a `define` holds."""
    pieces = tokens(text)
    body = _Reader(Cursor(pieces, structs)).definition()
    body.mentions = dict(Counter(name_of(piece) for piece in pieces if piece[0] == "%"))
    return body


class _Reader:
    """Reads the blocks of one definition."""

    def __init__(self, cursor: Cursor) -> None:
        self.c = cursor

    def definition(self) -> i.Body:
        """The whole function."""
        c = self.c
        body = Head(c).read()
        c.expect("{")
        block = i.BasicBlock(_entry_label(body))
        if c.peek()[-1:] == ":":
            block.label = _label(c.next())
        body.blocks.append(block)
        while not c.accept("}"):
            if c.peek()[-1:] == ":":
                block = i.BasicBlock(_label(c.next()))
                body.blocks.append(block)
            else:
                instruction = self.instruction()
                if instruction is not None:
                    block.body.append(instruction)
        return body

    def instruction(self) -> i.Instr | None:
        """One instruction with what trails it."""
        c = self.c
        result = ""
        if c.peek(1) == "=" and c.peek()[0] == "%":
            result = name_of(c.next())
            c.next()
        opcode = c.next()
        if opcode[0] == "#":
            return self._debug_record(opcode)
        if opcode in TAILS:
            opcode = c.next()
        reader = _OPCODES.get(opcode)
        if reader is None:
            c.at -= 1
            raise c.error("unknown instruction")
        found = reader(c, opcode)
        found.result = result
        found.dbg, loop = self._trailing()
        if isinstance(found, i.BranchI):
            found.loop = loop
        return found

    def _trailing(self) -> tuple[int, int]:
        """Alignment and metadata behind an instruction; the numbers of the debug location and of the loop's."""
        c = self.c
        dbg = loop = -1
        while c.peek() == ",":
            following = c.peek(1)
            if following == "align":
                c.at += 3
            elif following == "addrspace":
                c.at += 2
                c.skip_parentheses()
            elif following[:1] == "!":
                c.at += 2
                if following == "!dbg" and c.peek()[1:].isdigit():
                    dbg = int(c.peek()[1:])
                if following == "!llvm.loop" and c.peek()[1:].isdigit():
                    loop = int(c.peek()[1:])
                if c.next() == "!" or c.peek() in "({":
                    skip_braces(c)
            else:
                raise c.error("unknown trailer")
        return dbg, loop

    def _debug_record(self, opcode: str) -> i.Instr | None:
        c = self.c
        if opcode != "#dbg_declare":
            c.skip_parentheses()
            return None
        c.expect("(")
        address = c.typed() if c.peek()[:1] != "!" else None
        variable = -1
        if address is None:
            c.next()
            skip_braces(c)
        c.expect(",")
        if c.peek()[1:].isdigit():
            variable = int(c.peek()[1:])
        plain = c.peek(2) == "!DIExpression" and c.peek(4) == ")"
        while c.peek() != ")" or c.peek(1) == ",":
            c.next()
            if c.peek() == "(":
                c.skip_parentheses()
        c.expect(")")
        if address is None or not plain:
            return None
        return i.DbgDeclareI("", -1, address.value, variable)


_OPCODES: dict[str, Callable[[Cursor, str], i.Instr]] = {
    **dict.fromkeys(("fneg", "freeze"), operations.unary),
    **dict.fromkeys(BINARY, operations.binary),
    **dict.fromkeys(("icmp", "fcmp"), operations.compare),
    **dict.fromkeys(CASTS, operations.cast),
    **dict.fromkeys(("call", "invoke"), control.call),
    "getelementptr": operations.gep,
    "load": memory.load,
    "store": memory.store,
    "alloca": memory.alloca,
    "phi": operations.phi,
    "select": operations.select,
    "extractvalue": operations.extract_value,
    "insertvalue": operations.insert_value,
    "extractelement": operations.extract_element,
    "insertelement": operations.insert_element,
    "shufflevector": operations.shuffle,
    "atomicrmw": memory.atomic_rmw,
    "cmpxchg": memory.compare_exchange,
    "fence": memory.fence,
    "br": control.branch,
    "switch": control.switch,
    "indirectbr": control.indirect_branch,
    "ret": control.return_,
    "unreachable": control.unreachable,
    "resume": control.resume,
    "landingpad": control.landing_pad,
    "va_arg": memory.va_arg,
}


def _entry_label(body: i.Body) -> str:
    """The number of an unnamed first block: the next one behind the unnamed parameters (LangRef, 'Identifiers')."""
    return str(sum(1 for p in body.parameters if p.name.isdigit()))


def _label(token: str) -> str:
    name = token[:-1]
    return unquoted(name) if name[:1] == '"' else name


def unquoted(name: str) -> str:
    """The text of a quoted label."""
    return name_of("%" + name)
