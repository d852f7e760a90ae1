"""From basic blocks to Python: what is known at each point, and the statements for it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cudabmc.goto.op import Checks, Op
from cudabmc.goto.program import Const, Operand, Reg, Symbol, Undef
from cudabmc.goto.types import I64, PTR, BoolType, FloatType, IntType, PtrType, Type
from cudabmc.lane import arithmetic, region, stamps
from cudabmc.lane.arithmetic import Functions, Text, as_sum, name, number, signed, spelled, unsigned
from cudabmc.lane.numbers import FLOAT, POINTER, Num, Opaque, Place, Truth, What, clipped, const, full, join, narrowed
from cudabmc.lane.objects import Thing
from cudabmc.lane.region import Block, Fork

Known = dict[int, What]
"""What is known of registers."""

_WRAPS = {
    Op.ADD, Op.SUB, Op.MUL, Op.NEG, Op.SHL, Op.SDIV,
}  # fmt: skip

MOST_COPIED = 32
"""Elements of a struct that is copied one by one."""


class Surroundings(Protocol):
    """What blocks refer to, the same for all of a launch."""

    functions: Functions
    checked: Checks

    @property
    def dims(self) -> Mapping[str, tuple[int, int, int]]:
        """blockDim and gridDim."""

    def thing(self, key: object) -> Thing | None:
        """The object of a place; None if the lane does not take it."""

    def symbol(self, symbol: Symbol) -> Place | None:
        """Where a global is."""

    def pointer_in(self, thing: Thing, offset: int) -> Place | None:
        """The pointer in memory that no thread changes."""

    def call(self, i: region.Compute) -> str:
        """The name of a function that computes a model."""

    def note(self, text: str) -> int:
        """The number of an assumption."""


class GivesUpError(Exception):
    """The machine takes over at this point."""


class Emission:
    """Writes one block. With `writes` unset only what is known is followed, and accesses are collected."""

    def __init__(self, around: Surroundings, entry: Known, writes: bool, temps: list[int]) -> None:
        self._around = around
        self._writes = writes
        self._temps = temps
        self.env: dict[int, Text] = {reg: _renamed(f"r{reg}", Text("", what)) for reg, what in entry.items()}
        self.lines: list[str] = []
        self.dead = False
        self._versions: dict[int, int] = {}
        self._compares: dict[int, tuple[Op, IntType, Operand, Operand, tuple[int, int]]] = {}
        self._nots: dict[int, tuple[int, int]] = {}
        self._same: dict[int, tuple[int, int]] = {}  # registers that hold what another holds, and its version
        self._made: dict[str, Text] = {}  # variables that hold an expression
        self._named: dict[str, frozenset[str]] = {}  # the names in it
        self._left: dict[int, int] = {}
        self._live: frozenset[int] = frozenset()

    def run(self, block: Block, live: frozenset[int]) -> None:
        """Write the block; `live` are the registers that are read behind it."""
        self._live = live
        uses = region.uses_behind(block)
        try:
            for position, instruction in enumerate(block.code):
                self._left = uses[position]
                self._instruction(instruction)
        except GivesUpError:
            self.lines.append(f"raise GiveUp  # {_reason(instruction)}")
            self.dead = True

    # ------------------------------------------------------------ the end of the block

    def outcome(self, block: Block) -> list[tuple[int, Known]]:
        """The blocks that can follow, with what is known there."""
        if self.dead:
            return []
        known = {reg: text.what for reg, text in self.env.items()}
        if not isinstance(block.end, Fork) or block.end.then == block.end.orelse:
            return [(target, known) for target in block.targets]
        cond = self._value(block.end.cond)
        found = []
        for target, side in ((block.end.then, True), (block.end.orelse, False)):
            if isinstance(cond.what, Truth) and cond.what.known is (not side):
                continue
            refined = self._refined(known, block.end.cond, side)
            if refined is not None:
                found.append((target, refined))
        return found

    def close(self, block: Block, needed: dict[int, What | None]) -> tuple[str, bool | None]:
        """Assign what is read behind the block, where it is not known there; the condition at its end."""
        cond = Text("", Truth())
        if isinstance(block.end, Fork):
            cond = self._value(block.end.cond)
        if cond.names:
            self.env[_CONDITION] = cond
        for reg in needed:
            text = self.env.get(reg)
            if text is None or text.text == f"r{reg}":
                continue
            if is_literal(needed[reg]):
                continue
            self._left = {}
            self._assign(reg, text)
        if cond.names:
            cond = self.env.pop(_CONDITION)
        return cond.text, cond.what.known if isinstance(cond.what, Truth) else None

    def _refined(self, known: Known, operand: Operand, side: bool) -> Known | None:
        """What is known where a condition is `side`; None if that cannot be."""
        if not isinstance(operand, Reg):
            return known
        reg = operand.index
        while reg in self._nots and self._nots[reg][1] == self._versions.get(reg, 0):
            inner = self._nots[reg][0]
            reg, side = inner, not side
        found = self._compares.get(reg)
        if found is None:
            return known
        op, type, a, b, versions = found
        if self._version(a) != versions[0] or self._version(b) != versions[1]:
            return known
        x, y = self._value(a).what, self._value(b).what
        if not isinstance(x, Num) or not isinstance(y, Num):
            return known
        bounds = narrowed(op, side, x, y, type.width)
        if bounds is None:
            return known
        result = dict(known)
        for operand_, what in ((a, bounds[0]), (b, bounds[1])):
            if what is None:
                return None
            if isinstance(operand_, Reg):
                self._learn(result, operand_.index, what)
        return result

    def _learn(self, known: Known, reg: int, what: Num) -> None:
        known[reg] = what
        same = self._same.get(reg)
        if same is not None and self._versions.get(same[0], 0) == same[1] and isinstance(known.get(same[0]), Num):
            known[same[0]] = what
        for other, (source, version) in self._same.items():
            if source == reg and version == self._versions.get(reg, 0) and other in known:
                known[other] = what

    def _version(self, operand: Operand) -> int:
        return self._versions.get(operand.index, 0) if isinstance(operand, Reg) else 0

    # ------------------------------------------------------------ values

    def _value(self, operand: Operand) -> Text:
        if isinstance(operand, Reg):
            text = self.env.get(operand.index)
            if text is None:
                raise GivesUpError  # it may have no value
            return text
        if isinstance(operand, Const):
            return _constant(operand)
        if isinstance(operand, Symbol):
            place = self._around.symbol(operand)
            if place is not None:
                return Text(str(place.offset.lo), place, arithmetic.NONE, ((), place.offset.lo))
        raise GivesUpError

    def _kept(self, text: Text) -> Text:
        """The value of an expression in a variable of its own, which serves until one of its names changes."""
        made = self._made.get(text.text)
        if made is None:
            made = self._temp(text)
            self._made[text.text], self._named[text.text] = made, text.names
        return made

    def _temp(self, text: Text) -> Text:
        """The value in a variable of its own."""
        self._temps[0] += 1
        made = f"t{self._temps[0]}"
        self._line(f"{made} = {text.text}")
        return _renamed(made, text)

    def _simple(self, text: Text) -> Text:
        """Something that can be written twice."""
        return self._kept(text) if text.cost else text

    def _line(self, text: str) -> None:
        if self._writes:
            self.lines.append(text)

    def _forget(self, reg: int) -> None:
        """The register holds nothing from here on that is known to be a value."""
        self.env.pop(reg, None)
        self._versions[reg] = self._versions.get(reg, 0) + 1
        for known in (self._compares, self._nots, self._same):
            known.pop(reg, None)

    def _define(self, reg: int, text: Text) -> None:
        """The register holds this from here on."""
        self._forget(reg)
        if not self._writes:
            self.env[reg] = name(f"r{reg}", text.what)
            return
        left, stays = self._left.get(reg, 0), reg in self._live
        if text.rounded:
            self._line(f"single[0] = {text.text}")
            text = Text("single[0]", FLOAT)
            self._assign(reg, text)
        elif left == 0 or text.cost == 0 or (left == 1 and not stays) or _is_cheap(text):
            self.env[reg] = text
        else:
            self._assign(reg, text)

    def _assign(self, reg: int, text: Text) -> None:
        variable = f"r{reg}"
        for other, pending in list(self.env.items()):
            read = other in self._live or other == _CONDITION or self._left.get(other, 0)
            if other != reg and read and variable in pending.names:
                self.env[other] = self._temp(pending)
            elif other != reg and variable in pending.names:
                del self.env[other]
        self._made = {text: made for text, made in self._made.items() if variable not in self._named[text]}
        self._line(f"{variable} = {text.text}")
        self.env[reg] = _renamed(variable, text)

    # ------------------------------------------------------------ instructions

    def _instruction(self, i: region.Instruction) -> None:
        write = _WRITERS.get(type(i))
        if write is None:
            raise GivesUpError
        write(self, i)

    def _barrier(self, i: region.Barrier) -> None:
        self._line(f"me = yield {i.number}")
        for line in stamps.OWN:
            self._line(line)

    def _kill(self, i: region.Kill) -> None:
        for site in i.sites:
            thing = self._around.thing(("local", site))
            if thing is not None:
                self._line(f"{thing.values} = None")

    def _note(self, i: region.Note) -> None:
        self._line(f"noted[{self._around.note(i.text)}] = True")

    def _check(self, i: region.Need) -> None:
        cond = self._value(i.cond)
        assert isinstance(cond.what, Truth)
        if cond.what.known is False:
            raise GivesUpError
        if cond.what.known is None:
            self._line(f"if not {cond.text}: raise GiveUp")

    def _index(self, i: region.Index) -> None:
        size = self._around.dims["blockDim" if i.name[0:6] in ("thread", "blockD") else "gridDim"][i.axis]
        if i.name.endswith("Dim"):
            self._define(i.dst, number(size))
        elif size == 1:
            self._define(i.dst, number(0))
        else:
            self._define(i.dst, name(f"{i.name[0]}{'xyz'[i.axis]}", Num(0, size - 1)))

    def _compute(self, i: region.Compute) -> None:
        texts = []
        for arg, type in zip(i.args, i.call.types, strict=False):
            text = self._value(arg)
            texts.append(unsigned(text, type.width) if isinstance(type, IntType) else text)
        if not self._writes:
            called = "call"
        else:
            called = self._around.call(i)
        names = arithmetic.NONE.union(*(t.names for t in texts))
        result = Text(f"{called}({', '.join(t.text for t in texts)})", _any(i.call.ret), names, None, False, 9)
        if i.dst is None:
            self._line(result.text)
        else:
            self._define(i.dst, self._temp(result) if self._writes else result)

    def _set(self, i: region.Set) -> None:
        if i.op is Op.COPY:
            source = i.args[0]
            if isinstance(source, Undef) or (isinstance(source, Reg) and source.index not in self.env):
                self._forget(i.dst)  # a variable without a value; only its use is for the machine
                return
            text = self._value(source)
            self._define(i.dst, text)
            self._is_same(i.dst, i.args[0])
            return
        args = [self._value(a) for a in i.args]
        if i.of == PTR or i.type == PTR:
            self._define(i.dst, self._on_pointers(i, args))
            return
        if any(isinstance(a.what, Place | Opaque) and a.what != FLOAT for a in args):
            raise GivesUpError
        if isinstance(i.of, IntType):
            args = self._shortened(i.op, i.of.width, args)
        checked = self._checked(i, args)
        text = checked or arithmetic.apply(i.op, i.type, i.of, args, self._around.functions)
        versions = (self._version(i.args[0]), self._version(i.args[1]) if len(i.args) > 1 else 0)
        self._define(i.dst, text)
        if i.op in _COMPARISONS and isinstance(i.of, IntType) and Reg(i.dst) not in i.args:
            self._compares[i.dst] = (i.op, i.of, i.args[0], i.args[1], versions)
        elif i.op is Op.NOT and isinstance(i.of, BoolType) and isinstance(i.args[0], Reg) and i.args[0].index != i.dst:
            self._nots[i.dst] = (i.args[0].index, self._versions[i.dst])
        elif i.op in (Op.SEXT, Op.ZEXT) and text.what == args[0].what:
            self._is_same(i.dst, i.args[0])

    def _shortened(self, op: Op, width: int, args: list[Text]) -> list[Text]:
        """Operands of which the result would be written more than once, in variables of their own."""
        if not self._writes:
            return args
        if op in (Op.SDIV, Op.SREM):
            return [self._simple(signed(args[0], width)), args[1]]
        if op in _SUMS:
            return [self._kept(a) if a.linear is None and a.cost else a for a in args]
        return args

    def _is_same(self, dst: int, source: Operand) -> None:
        if isinstance(source, Reg) and source.index != dst:
            self._same[dst] = (source.index, self._versions.get(source.index, 0))

    def _checked(self, i: region.Set, args: list[Text]) -> Text | None:
        """An operation that a property looks at: where it is violated, the machine takes over."""
        on = i.checks & self._around.checked
        if not on or (on is Checks.NAN and not isinstance(i.of, FloatType)):
            return None
        if Checks.NAN in on or Checks.SHIFT in on or i.op not in _WRAPS or not isinstance(i.of, IntType):
            raise GivesUpError
        width = i.of.width
        reading = signed if Checks.SIGNED_OVERFLOW in on else unsigned
        low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if reading is signed else (0, (1 << width) - 1)
        wide = IntType(512)
        exact = arithmetic.apply(i.op, wide, wide, [reading(a, width) for a in args], self._around.functions)
        what = exact.what
        if not isinstance(what, Num) or (what.hi >= 1 << 256):
            raise GivesUpError
        if low <= what.lo and what.hi <= high:
            return exact
        exact = self._simple(exact) if self._writes else exact
        inside = clipped(what, low, high)
        if inside is None:
            raise GivesUpError
        self._line(f"if not {low} <= {exact.text} <= {high}: raise GiveUp")
        return Text(exact.text, inside, exact.names, exact.linear, False, exact.cost)

    # ------------------------------------------------------------ pointers

    def _on_pointers(self, i: region.Set, args: list[Text]) -> Text:
        places = [a.what for a in args]
        if i.op is Op.PTRADD and isinstance(places[0], Place):
            offset = signed(args[1], 64)
            if self._writes and offset.linear is None:
                offset = self._simple(offset)
            assert isinstance(offset.what, Num)
            base = Text(args[0].text, places[0].offset, args[0].names, args[0].linear, False, args[0].cost)
            moved = _added(base, offset)
            assert isinstance(moved.what, Num)
            return Text(moved.text, Place(places[0].obj, moved.what), moved.names, moved.linear, False, moved.cost)
        if i.op is Op.SELECT and isinstance(places[0], Truth):
            if places[0].known is not None:
                return args[1] if places[0].known else args[2]
            what = join(args[1].what, args[2].what)
            if isinstance(what, Place):
                names = args[0].names | args[1].names | args[2].names
                return Text(f"({args[1].text} if {args[0].text} else {args[2].text})", what, names, None, False, 2)
        if i.op in _POINTER_TESTS and isinstance(places[0], Place) and isinstance(places[1], Place):
            a, b = places[0], places[1]
            if a.obj == b.obj:
                names = args[0].names | args[1].names
                return Text(f"({args[0].text} {_POINTER_TESTS[i.op]} {args[1].text})", Truth(), names, None, False, 1)
            null = a if a.obj == 0 else b
            if i.op in (Op.PTREQ, Op.PTRNE) and null.obj == 0 and null.offset == const(0):
                return arithmetic.truth(i.op is Op.PTRNE)
        if i.op is Op.PTRDIFF and isinstance(places[0], Place) and isinstance(places[1], Place):
            a, b = places[0], places[1]
            if a.obj == b.obj:
                x = Text(args[0].text, a.offset, args[0].names, args[0].linear, False, args[0].cost)
                y = Text(args[1].text, b.offset, args[1].names, args[1].linear, False, args[1].cost)
                return arithmetic.apply(Op.SUB, I64, I64, [x, y], self._around.functions)
        raise GivesUpError

    def _thing(self, text: Text) -> tuple[Thing, Place]:
        if not isinstance(text.what, Place) or text.what.obj == 0:
            raise GivesUpError
        thing = self._around.thing(text.what.obj)
        if thing is None or text.what.offset.hi < 0 or text.what.offset.lo >= thing.size:
            raise GivesUpError
        return thing, text.what

    def _at(self, thing: Thing, place: Place, text: Text, type: Type, moved: int = 0) -> Text:
        """The index of an element in the list of the object; not below zero."""
        width = type.size
        if thing.type != type:
            raise GivesUpError
        offset = Num(place.offset.lo + moved, place.offset.hi + moved, place.offset.step)
        parts, constant = as_sum(text)
        constant += moved
        what = Num(offset.lo // width, offset.hi // width)
        if constant % width == 0 and all(f % width == 0 for _, f in parts):
            index = spelled((tuple((v, f // width) for v, f in parts), constant // width), what, text)
        else:
            whole = text.text if not moved else f"({text.text} + {moved})"
            if not offset.divides(width):
                self._line(f"if {whole} % {width}: raise GiveUp")
            index = Text(f"({whole} // {width})", what, text.names, None, False, text.cost + 1)
        index = self._simple(index)
        if offset.lo < 0:
            self._line(f"if {index.text} < 0: raise GiveUp")
        return index

    # ------------------------------------------------------------ memory

    def _load(self, i: region.Load) -> None:
        address = self._value(i.addr)
        thing, place = self._thing(address)
        if isinstance(i.type, PtrType):
            if not place.offset.is_known:
                raise GivesUpError
            found = self._around.pointer_in(thing, place.offset.lo)
            if found is None:
                raise GivesUpError
            self._define(i.dst, Text(str(found.offset.lo), found, arithmetic.NONE, ((), found.offset.lo)))
            return
        thing.accesses.types.add(i.type)
        thing.accesses.reads |= not i.quiet
        if not self._writes:
            self._define(i.dst, Text("", _any(i.type)))
            return
        index = self._at(thing, place, address, i.type)
        if thing.stamped and not i.quiet:
            self._stamp(thing, index.text, "read")
        value = self._temp(Text(f"{thing.values}[{index.text}]", _any(i.type), index.names))
        if thing.holes:
            self._line(f"if {value.text} is None: raise GiveUp")
        self._define(i.dst, value)

    def _store(self, i: region.Store) -> None:
        address, value = self._value(i.addr), self._value(i.value)
        thing, place = self._thing(address)
        if isinstance(i.type, PtrType) or thing.kind == "constant":
            thing.accesses.writes = True
            raise GivesUpError
        thing.accesses.types.add(i.type)
        thing.accesses.writes |= not i.quiet
        if not self._writes:
            return
        if isinstance(i.type, IntType):
            value = unsigned(value, i.type.width)
        index = self._at(thing, place, address, i.type)
        if thing.stamped and not i.quiet:
            self._stamp(thing, index.text, "write")
        self._line(f"{thing.values}[{index.text}] = {value.text}")

    def _touch(self, i: region.Touch) -> None:
        address = self._value(i.addr)
        thing, place = self._thing(address)
        if thing.kind not in ("common", "shared"):
            raise GivesUpError
        thing.accesses.updates.add((i.commutes, i.scope))
        thing.accesses.types.add(i.type)
        if not self._writes:
            return
        index = self._at(thing, place, address, i.type)
        if thing.stamped:
            self._stamp(thing, index.text, "update" if thing.commuting else "write")

    def _stamp(self, thing: Thing, index: str, kind: str) -> None:
        place = f"{thing.stamps}[{index}]"
        self._line(f"stamp = {place}")
        fresh = "stamp < base" if thing.kind == "shared" else "not stamp"  # no other block has been here
        if kind == "read":
            self._line(f"if stamp < me: {place} = first_read if {fresh} else read(stamp, me, base, first, last)")
            if thing.accesses.updates:
                self._line(f"elif stamp & {stamps.ATOMIC}: {place} = read(stamp, me, base, first, last)")
        elif kind == "write":
            self._line(
                f"if stamp != own_write: {place} = own_write if {fresh} or stamp == first_read"
                " else write(stamp, me, base, first)"
            )
        else:
            self._line(
                f"if stamp < last or not stamp & {stamps.ATOMIC}: {place} = update(stamp, me, base, first, last)"
            )

    def _new(self, i: region.New) -> None:
        size = self._value(i.size)
        thing = self._around.thing(("local", i.site))
        if not isinstance(size.what, Num) or not size.what.is_known or thing is None:
            raise GivesUpError
        thing.size = size.what.lo
        if thing.type is not None:
            self._line(f"{thing.values} = [None] * {-(-thing.size // thing.type.size)}")
        self._define(i.dst, Text("0", Place(("local", i.site), const(0)), arithmetic.NONE, ((), 0)))

    def _copy(self, i: region.Copy) -> None:
        to, source = self._value(i.dst), self._value(i.src)
        target, to_place = self._thing(to)
        origin, from_place = self._thing(source)
        target.accesses.copied = origin.accesses.copied = True
        if target.kind == "constant":
            raise GivesUpError
        target.accesses.writes = origin.accesses.reads = True
        if not self._writes:
            return
        type = target.type
        if type is None or origin.type != type or i.size % type.size or i.size // type.size > MOST_COPIED:
            raise GivesUpError
        values = []
        for moved in range(0, i.size, type.size):
            index = self._at(origin, from_place, source, type, moved)
            if origin.stamped:
                self._stamp(origin, index.text, "read")
            values.append(self._temp(Text(f"{origin.values}[{index.text}]", _any(type))))
            if origin.holes:
                self._line(f"if {values[-1].text} is None: raise GiveUp")
        for moved, value in zip(range(0, i.size, type.size), values, strict=True):
            index = self._at(target, to_place, to, type, moved)
            if target.stamped:
                self._stamp(target, index.text, "write")
            self._line(f"{target.values}[{index.text}] = {value.text}")


def _reason(i: region.Instruction) -> str:
    """What the machine has to do, for readers of the text."""
    told = i.why if isinstance(i, region.GiveUp) else f"{i.op.value}" if isinstance(i, region.Set) else ""
    return f"{type(i).__name__.lower()} {told}".strip()


_WRITERS: dict[type[region.Instruction], Callable[[Emission, Any], None]] = {
    region.Barrier: Emission._barrier,
    region.Compute: Emission._compute,
    region.Copy: Emission._copy,
    region.Index: Emission._index,
    region.Kill: Emission._kill,
    region.Load: Emission._load,
    region.Need: Emission._check,
    region.New: Emission._new,
    region.Note: Emission._note,
    region.Set: Emission._set,
    region.Store: Emission._store,
    region.Touch: Emission._touch,
}

_SUMS = {Op.ADD, Op.SUB, Op.MUL, Op.SHL, Op.SEXT, Op.ZEXT, Op.TRUNC}
"""Operators whose results become parts of sums."""

_CONDITION = -1
"""Stands for a register that holds the condition at the end of a block."""

_COMPARISONS = {Op.EQ, Op.NE, Op.SLT, Op.SLE, Op.ULT, Op.ULE}

_POINTER_TESTS = {Op.PTREQ: "==", Op.PTRNE: "!=", Op.PTRLT: "<", Op.PTRLE: "<="}


def _renamed(variable: str, text: Text) -> Text:
    """The value of `text` in a variable."""
    if isinstance(text.what, Place):
        offset = text.what.offset
        if offset.is_known:
            return Text(str(offset.lo), text.what, arithmetic.NONE, ((), offset.lo))
        return Text(variable, text.what, frozenset((variable,)))
    return name(variable, text.what)


def is_literal(what: What | None) -> bool:
    """Is it written as a number where it is read?"""
    return (what.offset if isinstance(what, Place) else what).is_known if isinstance(what, Num | Place) else False


def _is_cheap(text: Text) -> bool:
    """Written again it costs no more than a variable: a place or what is added to one, whose division by the width
    of elements is free."""
    if text.linear is None or text.cost > 3:
        return False
    if isinstance(text.what, Place):
        return True
    return len(text.linear[0]) == 1 and text.linear[0][0][1] in (2, 4, 8, 16) and text.linear[1] % 2 == 0


def _added(a: Text, b: Text) -> Text:
    """The exact sum."""
    wide = IntType(256)
    return arithmetic.apply(Op.ADD, wide, wide, [a, b], Functions())


def _constant(operand: Const) -> Text:
    value, type = operand.value, operand.type
    if isinstance(type, PtrType):
        return Text(str(value), Place(0, const(int(value))), arithmetic.NONE, ((), int(value)))
    if isinstance(type, BoolType):
        return arithmetic.truth(bool(value))
    if isinstance(type, FloatType):
        text = repr(float(value)).replace("nan", "NAN").replace("inf", "INF")
        return Text(f"({text})" if text[0] == "-" else text, FLOAT)
    value = int(value)
    assert isinstance(type, IntType)
    return number(value - (1 << type.width) if value >> (type.width - 1) else value)


def _any(type: Type) -> What:
    if isinstance(type, IntType):
        return full(type.width)
    if isinstance(type, FloatType):
        return FLOAT
    return Truth() if isinstance(type, BoolType) else POINTER
