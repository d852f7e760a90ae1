"""Reads a function definition: text into blocks of instructions."""

from collections import Counter
from collections.abc import Callable

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.cursor import Cursor
from cudabmc.frontend.clang.ir.tokens import name_of, tokens

_ORDERINGS = frozenset({"unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"})
_TAILS = frozenset({"tail", "musttail", "notail"})
_FLAGS = frozenset(
    "nsw nuw exact disjoint nneg samesign fast nnan ninf nsz arcp contract afn reassoc inbounds nusw inrange".split()
)
_HEAD_WORDS = frozenset(
    "define declare private internal available_externally linkonce weak common appending extern_weak linkonce_odr "
    "weak_odr external dso_local dso_preemptable default hidden protected dllimport dllexport unnamed_addr "
    "local_unnamed_addr".split()
)
_CONVENTIONS = frozenset(
    "ccc fastcc coldcc ptx_kernel ptx_device x86_64_sysvcc win64cc cc amdgpu_kernel preserve_mostcc swiftcc".split()
)
_PARAMETER_WORDS_WITH_TYPE = frozenset({"byval", "sret", "byref", "inalloca", "preallocated", "elementtype"})
_RETURN_WORDS = frozenset(
    "zeroext signext noext inreg noalias nonnull noundef".split()
)
_VALUE_STARTS = frozenset(
    "true false null undef poison zeroinitializer none getelementptr trunc zext sext ptrtoint ptrtoaddr inttoptr bitcast "
    "addrspacecast add sub mul shl xor and or splat asm blockaddress dso_local_equivalent no_cfi".split()
)


def read_body(text: str, structs: Callable[[str], t.IrType]) -> i.Body:
    """The function that the text of a `define` holds."""
    pieces = tokens(text)
    body = _Reader(Cursor(pieces, structs)).definition()
    body.mentions = dict(Counter(name_of(piece) for piece in pieces if piece[0] == "%"))
    return body


class _Head:
    """The part of a function that `define` and `declare` share."""

    def __init__(self, cursor: Cursor) -> None:
        self.c = cursor

    def read(self) -> i.Body:
        """Linkage, result, name, parameters, attributes."""
        c = self.c
        words = c.accept_any(_HEAD_WORDS | _CONVENTIONS)
        while c.peek()[:1] == "!":  # declare !dbg !12
            c.next()
        words |= c.accept_any(_HEAD_WORDS | _CONVENTIONS)
        if "cc" in words and c.peek().isdigit():
            c.next()
        skip_attributes(c)
        ret = c._type()
        name = name_of(c.next())
        parameters, variadic = self._parameters()
        attributes, dbg = self._tail()
        return i.Body(name, ret, parameters, variadic, attributes, [], dbg, bool(words & {"internal", "private"}))

    def _parameters(self) -> tuple[tuple[i.Parameter, ...], bool]:
        c = self.c
        c.expect("(")
        found: list[i.Parameter] = []
        variadic = False
        while not c.accept(")"):
            if c.accept("..."):
                variadic = True
                continue
            type = c.type()
            special = skip_attributes(c)
            name = name_of(c.next()) if c.peek()[:1] == "%" else str(len(found))
            found.append(i.Parameter(name, type, special.get("byval"), "sret" in special))
            c.accept(",")
        return tuple(found), variadic

    def _tail(self) -> tuple[frozenset[str], int]:
        """Attributes, section, comdat, personality, debug location, up to the body."""
        c = self.c
        attributes = set()
        dbg = -1
        while c.peek() not in ("{", ""):
            token = c.next()
            if token == "personality":
                c.typed()
            elif token == "!dbg":
                dbg = int(c.next()[1:])
            elif token == "(":
                c.at -= 1
                c.skip_parentheses()
            else:
                attributes.add(token)
        return frozenset(attributes), dbg


def read_declaration(text: str, structs: Callable[[str], t.IrType]) -> i.Body:
    """The head of a `declare` or `define`, without blocks."""
    return _Head(Cursor(tokens(text), structs)).read()


def skip_attributes(c: Cursor) -> dict[str, t.IrType]:
    """Skip the attributes of a parameter, argument or result; those that carry a type are kept."""
    special: dict[str, t.IrType] = {}
    while True:
        token = c.peek()
        if token in _PARAMETER_WORDS_WITH_TYPE:
            c.next()
            if c.accept("("):
                special[token] = c.type()
                c.expect(")")
        elif token == "align":
            c.next()
            if c.accept("("):
                c.next()
                c.expect(")")
            else:
                c.next()
        elif _is_word(token) and token not in _VALUE_STARTS and not _is_type(token):
            c.next()
            c.skip_parentheses()
        elif token[:1] == '"':
            c.next()
        else:
            return special


def _is_word(token: str) -> bool:
    return token[:1].islower() and token[1:2] != '"'


def _is_type(token: str) -> bool:
    return token in ("ptr", "void", "half", "bfloat", "float", "double", "x86_fp80", "fp128", "metadata", "label",
                     "token", "target") or (token[0] == "i" and token[1:].isdigit())  # fmt: skip


class _Reader:
    """Reads the blocks of one definition."""

    def __init__(self, cursor: Cursor) -> None:
        self.c = cursor

    def definition(self) -> i.Body:
        """The whole function."""
        c = self.c
        body = _Head(c).read()
        c.expect("{")
        block = i.Block(_entry_label(body))
        if c.peek()[-1:] == ":":
            block.label = _label(c.next())
        body.blocks.append(block)
        while not c.accept("}"):
            if c.peek()[-1:] == ":":
                block = i.Block(_label(c.next()))
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
        if opcode in _TAILS:
            opcode = c.next()
        reader = _OPCODES.get(opcode)
        if reader is None:
            c.at -= 1
            raise c.error("unknown instruction")
        found = reader(self, opcode)
        found.result = result
        found.dbg = self._trailing()
        return found

    def _trailing(self) -> int:
        """Alignment and metadata behind an instruction; the number of the debug location."""
        c = self.c
        dbg = -1
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
                if c.next() == "!" or c.peek() in "({":
                    self._skip_braces()
            else:
                raise c.error("unknown trailer")
        return dbg

    def _skip_braces(self) -> None:
        c = self.c
        if c.peek() not in ("{", "("):
            return
        depth = 0
        while True:
            token = c.next()
            depth += (token in "({") - (token in ")}")
            if not depth:
                return

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
            self._skip_braces()
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

    # ------------------------------------------------------------ operands

    def _label_operand(self) -> str:
        self.c.expect("label")
        return name_of(self.c.next())

    def _scope(self) -> str:
        c = self.c
        if not c.accept("syncscope"):
            return ""
        c.expect("(")
        scope = c.next()[1:-1]
        c.expect(")")
        return scope

    def _ordering(self) -> tuple[str, str]:
        """Ordering and scope of an atomic access."""
        scope = self._scope()
        return (self.c.next() if self.c.peek() in _ORDERINGS else ""), scope

    # ------------------------------------------------------------ one method a kind of instruction

    def unary(self, op: str) -> i.Instr:
        """fneg, freeze."""
        self.c.accept_any(_FLAGS)
        a = self.c.typed()
        return i.Unary("", -1, op, a.type, a.value)

    def binary(self, op: str) -> i.Instr:
        """add and kin."""
        flags = self.c.accept_any(_FLAGS)
        a = self.c.typed()
        self.c.expect(",")
        return i.Binary("", -1, op, flags, a.type, a.value, self.c.value(a.type))

    def compare(self, op: str) -> i.Instr:
        """icmp, fcmp."""
        self.c.accept_any(_FLAGS)
        predicate = self.c.next()
        a = self.c.typed()
        self.c.expect(",")
        return i.Compare("", -1, op, predicate, a.type, a.value, self.c.value(a.type))

    def cast(self, op: str) -> i.Instr:
        """Conversions."""
        flags = self.c.accept_any(_FLAGS)
        a = self.c.typed()
        self.c.expect("to")
        return i.Cast("", -1, op, a.type, a.value, self.c.type(), flags)

    def gep(self, op: str) -> i.Instr:
        """getelementptr."""
        c = self.c
        while c.accept_any(_FLAGS):
            c.skip_parentheses()
        source = c.type()
        c.expect(",")
        base = c.typed()
        indexes = []
        while c.peek() == "," and c.peek(1)[:1] != "!":
            c.next()
            indexes.append(c.typed())
        return i.Gep("", -1, source, base, tuple(indexes))

    def load(self, op: str) -> i.Instr:
        """load."""
        c = self.c
        words = c.accept_any(frozenset({"atomic", "volatile"}))
        type = c.type()
        c.expect(",")
        address = c.typed()
        ordering, scope = self._ordering() if "atomic" in words else ("", "")
        return i.LoadI("", -1, type, address, "volatile" in words, ordering, scope)

    def store(self, op: str) -> i.Instr:
        """store."""
        c = self.c
        words = c.accept_any(frozenset({"atomic", "volatile"}))
        value = c.typed()
        c.expect(",")
        address = c.typed()
        ordering, scope = self._ordering() if "atomic" in words else ("", "")
        return i.StoreI("", -1, value, address, "volatile" in words, ordering, scope)

    def alloca(self, op: str) -> i.Instr:
        """alloca."""
        c = self.c
        c.accept_any(frozenset({"inalloca", "swifterror"}))
        type = c.type()
        number = None
        align = t.align_of(type)
        if c.peek() == "," and c.peek(1) not in ("align", "addrspace") and c.peek(1)[:1] != "!":
            c.next()
            number = c.typed()
        if c.peek() == "," and c.peek(1) == "align":
            c.next()
            c.next()
            align = int(c.next())
        return i.AllocaI("", -1, type, number, align)

    def call(self, op: str) -> i.Instr:
        """call, invoke, callbr."""
        c = self.c
        c.accept_any(_FLAGS)
        words = c.accept_any(_CONVENTIONS)
        if "cc" in words and c.peek().isdigit():
            c.next()
        skip_attributes(c)
        if c.accept("addrspace"):
            c.skip_parentheses()
        type = c._type()
        fixed = None
        if c.peek() == "(":
            signature = c._function_type(type)
            assert isinstance(signature, t.FuncT)
            fixed = len(signature.params) if signature.variadic else None
        callee = c.value(t.PTR)
        arguments = self._arguments()
        attributes = set()
        while c.peek()[:1] in ("#", '"') or (_is_word(c.peek()) and c.peek() in _CALL_WORDS):
            attributes.add(c.next())
            c.skip_parentheses()
        if c.accept("["):  # operand bundles
            while not c.accept("]"):
                c.next()
        normal = unwind = ""
        if op == "invoke":
            c.expect("to")
            normal = self._label_operand()
            c.expect("unwind")
            unwind = self._label_operand()
        return i.CallI("", -1, type, callee, arguments, frozenset(attributes), fixed, normal, unwind)

    def _arguments(self) -> tuple[v.Argument, ...]:
        c = self.c
        c.expect("(")
        found = []
        while not c.accept(")"):
            type = c.type()
            special = skip_attributes(c)
            if type == t.LABEL and c.peek()[:1] != "!":
                inner = c.typed()  # metadata of a value
                found.append(v.Argument(type, inner.value))
            else:
                found.append(v.Argument(type, c.value(type), special.get("byval")))
                if c.peek() in ("{", "("):
                    self._skip_braces()
            c.accept(",")
        return tuple(found)

    def phi(self, op: str) -> i.Instr:
        """phi."""
        c = self.c
        c.accept_any(_FLAGS)
        type = c.type()
        incoming = []
        while True:
            c.expect("[")
            value = c.value(type)
            c.expect(",")
            incoming.append((value, name_of(c.next())))
            c.expect("]")
            if c.peek() != "," or c.peek(1) != "[":
                return i.PhiI("", -1, type, tuple(incoming))
            c.next()

    def select(self, op: str) -> i.Instr:
        """select."""
        c = self.c
        c.accept_any(_FLAGS)
        condition = c.typed()
        c.expect(",")
        a = c.typed()
        c.expect(",")
        return i.SelectI("", -1, condition, a, c.typed())

    def _numbers(self) -> tuple[int, ...]:
        found = []
        while self.c.peek() == "," and self.c.peek(1).isdigit():
            self.c.next()
            found.append(int(self.c.next()))
        return tuple(found)

    def extract_value(self, op: str) -> i.Instr:
        """extractvalue."""
        aggregate = self.c.typed()
        return i.ExtractValueI("", -1, aggregate, self._numbers())

    def insert_value(self, op: str) -> i.Instr:
        """insertvalue."""
        aggregate = self.c.typed()
        self.c.expect(",")
        element = self.c.typed()
        return i.InsertValueI("", -1, aggregate, element, self._numbers())

    def extract_element(self, op: str) -> i.Instr:
        """extractelement."""
        vector = self.c.typed()
        self.c.expect(",")
        return i.ExtractElementI("", -1, vector, self.c.typed())

    def _three(self) -> tuple[v.Typed, v.Typed, v.Typed]:
        first = self.c.typed()
        self.c.expect(",")
        second = self.c.typed()
        self.c.expect(",")
        return first, second, self.c.typed()

    def insert_element(self, op: str) -> i.Instr:
        """insertelement."""
        return i.InsertElementI("", -1, *self._three())

    def shuffle(self, op: str) -> i.Instr:
        """shufflevector."""
        return i.ShuffleI("", -1, *self._three())

    def atomic_rmw(self, op: str) -> i.Instr:
        """atomicrmw."""
        c = self.c
        c.accept("volatile")
        operation = c.next()
        address = c.typed()
        c.expect(",")
        operand = c.typed()
        ordering, scope = self._ordering()
        return i.AtomicRmwI("", -1, operation, address, operand, ordering, scope)

    def compare_exchange(self, op: str) -> i.Instr:
        """cmpxchg."""
        c = self.c
        c.accept_any(frozenset({"weak", "volatile"}))
        address, expected, new = self._three()
        ordering, scope = self._ordering()
        c.next()  # the ordering of a failure
        return i.CmpXchgI("", -1, address, expected, new, ordering, scope)

    def fence(self, op: str) -> i.Instr:
        """fence."""
        ordering, scope = self._ordering()
        return i.FenceI("", -1, ordering, scope)

    def branch(self, op: str) -> i.Instr:
        """br."""
        c = self.c
        if c.peek() == "label":
            return i.BranchI("", -1, None, self._label_operand(), "")
        condition = c.typed()
        c.expect(",")
        then = self._label_operand()
        c.expect(",")
        return i.BranchI("", -1, condition.value, then, self._label_operand())

    def switch(self, op: str) -> i.Instr:
        """switch."""
        c = self.c
        value = c.typed()
        c.expect(",")
        default = self._label_operand()
        c.expect("[")
        cases = []
        while not c.accept("]"):
            case = c.typed()
            c.expect(",")
            assert isinstance(case.value, v.IntC)
            cases.append((case.value.value, self._label_operand()))
        return i.SwitchI("", -1, value, default, tuple(cases))

    def indirect_branch(self, op: str) -> i.Instr:
        """indirectbr."""
        c = self.c
        address = c.typed()
        c.expect(",")
        c.expect("[")
        targets = []
        while not c.accept("]"):
            targets.append(self._label_operand())
            c.accept(",")
        return i.IndirectBranchI("", -1, address, tuple(targets))

    def return_(self, op: str) -> i.Instr:
        """ret."""
        if self.c.accept("void"):
            return i.ReturnI("", -1, None)
        return i.ReturnI("", -1, self.c.typed())

    def unreachable(self, op: str) -> i.Instr:
        """unreachable."""
        return i.UnreachableI("", -1)

    def resume(self, op: str) -> i.Instr:
        """resume."""
        return i.ResumeI("", -1, self.c.typed())

    def landing_pad(self, op: str) -> i.Instr:
        """landingpad."""
        c = self.c
        c.type()
        cleanup = False
        clauses = []
        while c.peek() in ("cleanup", "catch", "filter"):
            word = c.next()
            if word == "cleanup":
                cleanup = True
            else:
                clauses.append((word, c.typed().value))
        return i.LandingPadI("", -1, cleanup, tuple(clauses))

    def va_arg(self, op: str) -> i.Instr:
        """va_arg."""
        pointer = self.c.typed()
        self.c.expect(",")
        return i.VaArgI("", -1, pointer, self.c.type())


_CALL_WORDS = frozenset("nounwind noreturn readnone readonly cold convergent noinline alwaysinline memory builtin nobuiltin".split())

_OPCODES: dict[str, Callable[[_Reader, str], i.Instr]] = {
    **dict.fromkeys(("fneg", "freeze"), _Reader.unary),
    **dict.fromkeys(
        "add sub mul sdiv udiv srem urem shl lshr ashr and or xor fadd fsub fmul fdiv frem".split(), _Reader.binary
    ),
    **dict.fromkeys(("icmp", "fcmp"), _Reader.compare),
    **dict.fromkeys(
        "trunc zext sext fptrunc fpext fptoui fptosi uitofp sitofp ptrtoint ptrtoaddr inttoptr bitcast "
        "addrspacecast".split(),
        _Reader.cast,
    ),
    **dict.fromkeys(("call", "invoke"), _Reader.call),
    "getelementptr": _Reader.gep,
    "load": _Reader.load,
    "store": _Reader.store,
    "alloca": _Reader.alloca,
    "phi": _Reader.phi,
    "select": _Reader.select,
    "extractvalue": _Reader.extract_value,
    "insertvalue": _Reader.insert_value,
    "extractelement": _Reader.extract_element,
    "insertelement": _Reader.insert_element,
    "shufflevector": _Reader.shuffle,
    "atomicrmw": _Reader.atomic_rmw,
    "cmpxchg": _Reader.compare_exchange,
    "fence": _Reader.fence,
    "br": _Reader.branch,
    "switch": _Reader.switch,
    "indirectbr": _Reader.indirect_branch,
    "ret": _Reader.return_,
    "unreachable": _Reader.unreachable,
    "resume": _Reader.resume,
    "landingpad": _Reader.landing_pad,
    "va_arg": _Reader.va_arg,
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
