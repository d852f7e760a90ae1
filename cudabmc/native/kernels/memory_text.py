"""Accesses of kernels to memory: as those of host code, and with stamps and alignment."""

from collections.abc import Callable

from cudabmc.goto import alignment
from cudabmc.goto.program import Const, CopyBytes, Load, Operand, Store
from cudabmc.goto.types import I8, BoolType, FloatType, PtrType, Type
from cudabmc.kernel.instructions import (
    AtomicLoad,
    AtomicStore,
    BlockAccess,
    CopyApart,
    FillBytes,
    LoadPart,
    StorePart,
)
from cudabmc.native.kernels.kernel_writer import KernelWriter
from cudabmc.native.kernels.prelude import OWN_NUMBERS, ROW_SHIFT
from cudabmc.native.kernels.stamp_word import stamp_type
from cudabmc.native.known_bytes import become_known, must_be_known, question
from cudabmc.native.layout import Reason
from cudabmc.native.memory_text import stored_type, within
from cudabmc.native.operators import NoMachineCodeError, bits_of, of_bits
from cudabmc.native.prelude import CONTENTS, TABLES
from cudabmc.native.registers import mark, pointer, pointer_and_mark, put, put_pointer, value, value_and_mark
from cudabmc.native.resolved_pointer import ResolvedPointer, address_of, at_address
from cudabmc.native.stops import stop_if, stop_label, stop_unless
from cudabmc.native.word_text import word
from cudabmc.state.execution import SEQUENTIAL


def write_load(w: KernelWriter, i: Load, place: int) -> None:
    """Read a value."""
    source = pointer(w, i.addr, place)
    if i.atomic or (i.volatile and not w.scope.volatile_is_plain):
        say(w, SEQUENTIAL)
    at = _at(w, source, source.readable, i.type.size, alignment.required(i), place)
    if not isinstance(i.type, PtrType):
        _no_own_pointer(w, i.addr, source, i.type.size, place)
    if _goes_on_unset(w, i) or not _read_or_written_is_known(w, i.addr):
        _stamp(w, i.addr, source, i.type.size, "read", place)
        _read_if_set(w, i, source, at, place)
        return
    _stamp(w, i.addr, source, i.type.size, "read", place, lambda: must_be_known(w, source, i.type.size, place))
    _read(w, i.dst, i.type, at)


def _read_or_written_is_known(w: KernelWriter, address: Operand) -> bool:
    """Are bytes known once a thread has read or written them? They are not where copies leave gaps."""
    return not w.scope.follows_unset and w.pointers.accessed_by_value(address, w.program)


def _goes_on_unset(w: KernelWriter, i: Load | LoadPart) -> bool:
    """Does a thread go on with what it reads if nobody has set it?"""
    return w.scope.follows_unset and not isinstance(i.type, PtrType)


def _read_if_set(w: KernelWriter, i: Load | LoadPart, source: ResolvedPointer, at: str, place: int) -> None:
    """Read a value. Stop if nobody has set it, or go on without one."""
    if not _goes_on_unset(w, i):
        must_be_known(w, source, i.type.size, place)
        _read(w, i.dst, i.type, at)
        return
    known = w.text.emit(question(source, i.type.size))
    _read(w, i.dst, i.type, at)
    mark(w, i.dst, known)


def say(w: KernelWriter, text: str) -> None:
    """The run rests on an assumption."""
    at = word(w.text, w.text.context("notes", "ptr"), w.scope.note(text))
    w.text.line(f"store i64 1, ptr {at}")


def _read(w: KernelWriter, dst: int, type: Type, at: str) -> None:
    held = w.text.emit(f"load {stored_type(type)}, ptr {at}, align 1{CONTENTS}")
    if isinstance(type, PtrType):
        put_pointer(w, dst, at_address(w.text, held))
    else:
        put(w, dst, of_bits(w.text.emit, type, held, stored_type(type)))


def write_store(w: KernelWriter, i: Store, place: int) -> None:
    """Write a value."""
    target = pointer(w, i.addr, place)
    bits, known = _bits_and_mark(w, i, target, place)
    at = _at(w, target, target.writable, i.type.size, alignment.required(i), place)
    _cuts_no_own_pointer(w, i.addr, target, i.type.size, alignment.required(i), place)
    if _read_or_written_is_known(w, i.addr):
        _stamp(w, i.addr, target, i.type.size, "write", place, lambda: become_known(w.text, target, i.type.size))
        _write(w, i.type, bits, at)
        return
    _stamp(w, i.addr, target, i.type.size, "write", place)
    _write(w, i.type, bits, at)
    _be_known_if(w, target, i.type.size, known)


def _write(w: KernelWriter, type: Type, bits: str, at: str) -> None:
    w.text.line(f"store {stored_type(type)} {bits}, ptr {at}, align 1{CONTENTS}")


def _bits_and_mark(w: KernelWriter, i: Store, target: ResolvedPointer, place: int) -> tuple[str, str]:
    """What is written, and whether it is a value. Memory that others than the kernel read gets nothing else."""
    if not w.scope.follows_unset or not _may_only_kernel_read(w, i.addr) or isinstance(i.type, BoolType):
        return _bits(w, i.value, i.type, target, place), "true"
    if isinstance(i.type, PtrType):
        stored, known = pointer_and_mark(w, i.value, place)
    else:
        number, known = value_and_mark(w, i.value, i.type)
    if not _only_kernel_reads(w, i.addr) and known != "true":
        stop_unless(w, w.text.emit(f"or i1 {known}, {is_own(w, target)}"), place)
    if isinstance(i.type, PtrType):
        return _address(w, stored, target, place), known
    return bits_of(w.text.emit, i.type, number) if isinstance(i.type, FloatType) else number, known


def _only_kernel_reads(w: KernelWriter, address: Operand) -> bool:
    """Does an address lead to shared or local memory, which ends with the launch?"""
    return all(kind in ("local", "shared") for kind, _ in w.pointers.of(address, w.program))


def _may_only_kernel_read(w: KernelWriter, address: Operand) -> bool:
    """May an address lead there?"""
    return any(kind in ("local", "shared", "anywhere") for kind, _ in w.pointers.of(address, w.program))


def _be_known_if(w: KernelWriter, target: ResolvedPointer, size: int, known: str) -> None:
    """Bytes are known now, or nobody knows them any more."""
    t = w.text
    if known == "true":
        become_known(t, target, size)
        return
    is_set, unset, on = t.label(), t.label(), t.label()
    t.line(f"br i1 {known}, label %{is_set}, label %{unset}")
    t.begin(is_set)
    become_known(t, target, size)
    t.line(f"br label %{on}")
    t.begin(unset)
    t.line(f"call void @be_unknown(ptr {target.known}, i64 {target.offset}, i64 {size})")
    t.line(f"br label %{on}")
    t.begin(on)


def _bits(w: KernelWriter, operand: Operand, type: Type, target: ResolvedPointer, place: int) -> str:
    """What is written."""
    if isinstance(type, BoolType):
        raise NoMachineCodeError("a truth value in memory")
    if isinstance(type, PtrType):
        return _address(w, pointer(w, operand, place), target, place)
    number = value(w, operand, type, place)
    return bits_of(w.text.emit, type, number) if isinstance(type, FloatType) else number


def _address(w: KernelWriter, stored: ResolvedPointer, target: ResolvedPointer, place: int) -> str:
    """A pointer as it is written. One to shared memory goes to shared and local memory alone, where no other block
    reads it, and one to local memory to local memory, where no other thread does. Both lie at multiples of their size
    and point into their object or behind it, so that `holds_own` finds them."""
    t = w.text
    stop_unless(w, t.emit(f"call i1 @tells(i64 {stored.number}, i64 {stored.offset})"), place)
    own, local = is_own(w, stored), _is_local(w, stored)
    for inside, there in ((own, is_own(w, target)), (local, _is_local(w, target))):
        stop_if(w, t.emit(f"and i1 {inside}, {t.emit(f'xor i1 {there}, true')}"), place)
    beside = t.emit(f"icmp ne i64 {t.emit(f'and i64 {target.offset}, {PtrType().size - 1}')}, 0")
    outside = t.emit(f"icmp ugt i64 {stored.offset}, {stored.readable}")
    stop_if(w, t.emit(f"and i1 {own}, {t.emit(f'or i1 {beside}, {outside}')}"), place)
    leaked = t.context("leaked", "i64")
    t.set_context("leaked", "i64", t.emit(f"or i64 {leaked}, {t.emit(f'zext i1 {own} to i64')}"))
    return address_of(t, stored)


def is_own(w: KernelWriter, held: ResolvedPointer) -> str:
    """Does a pointer lead to shared or local memory?"""
    return w.text.emit(f"icmp uge i64 {held.number}, {OWN_NUMBERS}")


def _is_local(w: KernelWriter, held: ResolvedPointer) -> str:
    """Does a pointer lead to local memory? Its rows are behind those of shared memory."""
    first = w.text.emit(f"shl i64 {w.text.context('first_row', 'i64')}, {ROW_SHIFT}")
    return w.text.emit(f"icmp uge i64 {held.number}, {w.text.emit(f'or i64 {first}, {OWN_NUMBERS}')}")


def _no_own_pointer(w: KernelWriter, address: Operand, source: ResolvedPointer, size: int, place: int) -> None:
    """No part of a pointer to the kernel's own memory is read as a number: its bits are not those of the interpreter.
    Such pointers lie at multiples of their size, and no access leaves a part of one."""
    if _may_hold_own(w, address):
        _stop_if_own(w, source, "holds", f"i64 {size}, i64 {source.readable}", place)


def _cuts_no_own_pointer(
    w: KernelWriter, address: Operand, target: ResolvedPointer, size: int, align: int, place: int
) -> None:
    """A write takes pointers to the kernel's own memory as a whole, or not at all."""
    if (size | align) % PtrType().size and _may_hold_own(w, address):
        _stop_if_own(w, target, "cuts", f"i64 {size}, i64 {target.readable}", place)


def _stop_if_own(w: KernelWriter, at: ResolvedPointer, question: str, more: str, place: int) -> None:
    """Ask about the bytes from a place on, if there may be such pointers by now."""
    t, look, on = w.text, w.text.label(), w.text.label()
    none = t.emit(f"icmp eq i64 {t.context('leaked', 'i64')}, 0")
    t.line(f"br i1 {none}, label %{on}, label %{look}")
    t.begin(look)
    held = t.emit(f"call i1 @{question}_own(ptr %ctx, ptr {at.data}, i64 {at.offset}, {more})")
    t.line(f"br i1 {held}, label %{stop_label(w, place, Reason.UNKNOWN)}, label %{on}")
    t.begin(on)


def _may_hold_own(w: KernelWriter, address: Operand) -> bool:
    """May there be pointers to the kernel's own memory where an address leads to?"""
    return w.stores_pointers and _may_only_kernel_read(w, address)


def write_copy(w: KernelWriter, i: CopyBytes, place: int) -> None:
    """Copy bytes from one place to another. Within the kernel's own memory bytes that nobody has set go over, too: it
    ends with the launch, so nobody asks whose they are."""
    target, source = pointer(w, i.dst, place), pointer(w, i.src, place)
    if i.size == 0:
        raise NoMachineCodeError("a copy of nothing")
    if isinstance(i, CopyApart):
        _keep_apart(w, target, source, i.size, place)
    start = _at(w, source, source.readable, i.size, i.src_align, place)
    to = _at(w, target, target.writable, i.size, i.dst_align, place)
    if any(kind != "local" for kind, _ in w.pointers.of(i.dst, w.program)):
        _no_own_pointer(w, i.src, source, i.size, place)
    elif _may_hold_own(w, i.src):
        away = w.text.emit(f"sub i64 {target.offset}, {source.offset}")
        _stop_if_own(w, source, "parts", f"i64 {i.size}, i64 {source.readable}, i64 {away}", place)
    _cuts_no_own_pointer(w, i.dst, target, i.size, i.dst_align, place)
    own = _only_kernel_reads(w, i.dst)
    if not own:
        must_be_known(w, source, i.size, place)
    _stamp(w, i.src, source, i.size, "read", place)
    _stamp(w, i.dst, target, i.size, "write", place)
    if own:
        _marks_go_over(w, target, source, i.size)
    else:
        become_known(w.text, target, i.size)
    w.text.line(f"call void @llvm.memmove.p0.p0.i64(ptr {to}, ptr {start}, i64 {i.size}, i1 false){CONTENTS}")


def _keep_apart(w: KernelWriter, target: ResolvedPointer, source: ResolvedPointer, size: int, place: int) -> None:
    """Stop if the two blocks overlap."""
    t = w.text
    same = t.emit(f"icmp eq i64 {target.number}, {source.number}")
    between = t.emit(f"sub i64 {target.offset}, {source.offset}")
    near = t.emit(f"icmp ult i64 {t.emit(f'add i64 {between}, {size - 1}')}, {2 * size - 1}")
    stop_if(w, t.emit(f"and i1 {same}, {near}"), place)


def _marks_go_over(w: KernelWriter, target: ResolvedPointer, source: ResolvedPointer, size: int) -> None:
    t = w.text
    known, marked, on = t.label(), t.label(), t.label()
    t.line(f"br i1 {t.emit(question(source, size))}, label %{known}, label %{marked}")
    t.begin(marked)
    places = ", ".join(f"ptr {p.known}, i64 {p.offset}" for p in (target, source))
    t.line(f"call void @move_marks({places}, i64 {size}){TABLES}")
    t.line(f"br label %{on}")
    t.begin(known)
    become_known(t, target, size)
    t.line(f"br label %{on}")
    t.begin(on)


def write_block_access(w: KernelWriter, i: BlockAccess, place: int) -> None:
    """Look at the place of the parts that follow."""
    target = pointer(w, i.addr, place)
    _at(w, target, target.writable if i.writes else target.readable, i.size, i.align, place)
    _stamp(w, i.addr, target, i.size, "write" if i.writes else "read", place)


def write_load_part(w: KernelWriter, i: LoadPart, place: int) -> None:
    """Read a part of what was looked at."""
    source = _part(w, i.addr, i.offset, place)
    if not isinstance(i.type, PtrType):
        _no_own_pointer(w, i.addr, source, i.type.size, place)
    _read_if_set(w, i, source, w.text.emit(f"getelementptr i8, ptr {source.data}, i64 {source.offset}"), place)


def write_store_part(w: KernelWriter, i: StorePart, place: int) -> None:
    """Write a part of what was looked at."""
    target = _part(w, i.addr, i.offset, place)
    bits = _bits(w, i.value, i.type, target, place)
    _cuts_no_own_pointer(w, i.addr, target, i.type.size, 1, place)
    at = w.text.emit(f"getelementptr i8, ptr {target.data}, i64 {target.offset}")
    _write(w, i.type, bits, at)
    become_known(w.text, target, i.type.size)


def _part(w: KernelWriter, address: Operand, by: int, place: int) -> ResolvedPointer:
    """A place within bytes that are there."""
    base = pointer(w, address, place)
    return base._replace(offset=w.text.emit(f"add i64 {base.offset}, {by}")) if by else base


def write_fill(w: KernelWriter, i: FillBytes, place: int) -> None:
    """Set bytes to one value."""
    target, byte = pointer(w, i.addr, place), value(w, i.byte, I8, place)
    to = _at(w, target, target.writable, i.size, 1, place)
    _cuts_no_own_pointer(w, i.addr, target, i.size, 1, place)
    _stamp(w, i.addr, target, i.size, "write", place)
    w.text.line(f"call void @llvm.memset.p0.i64(ptr {to}, i8 {byte}, i64 {i.size}, i1 false){CONTENTS}")
    become_known(w.text, target, i.size)


def write_atomic_load(w: KernelWriter, i: AtomicLoad, place: int) -> None:
    """The stamp is that of the whole access, which may write. Local memory has no atomics."""
    target = pointer(w, i.addr, place)
    at = _at(w, target, target.writable, i.type.size, alignment.natural(i.type), place)
    must_be_known(w, target, i.type.size, place)
    _no_own_pointer(w, i.addr, target, i.type.size, place)
    t, look, on = w.text, w.text.label(), w.text.label()
    if any(kind not in ("parameter", "global", "shared") for kind, _ in w.pointers.of(i.addr, w.program)):
        stop_if(w, _is_local(w, target), place)
    shared = {kind for kind, _ in w.pointers.of(i.addr, w.program)} == {"shared"}
    if not i.commutes or (i.scope == "block" and not shared):
        _stamp_both(w, i, target, place)
    else:
        kind = w.scope.kind(i.commutes)
        commutes = t.emit(f"call i1 @commutes(ptr %ctx, i64 {target.number}, i64 {kind}, i64 %base)")
        plain = t.label()
        t.line(f"br i1 {commutes}, label %{look}, label %{plain}")
        t.begin(look)
        _stamp(w, i.addr, target, i.type.size, "update", place)
        t.line(f"br label %{on}")
        t.begin(plain)
        _stamp_both(w, i, target, place)
        t.line(f"br label %{on}")
        t.begin(on)
    _read(w, i.dst, i.type, at)


def _stamp_both(w: KernelWriter, i: AtomicLoad, target: ResolvedPointer, place: int) -> None:
    """It is as a read and a write: what it finds may have been there before the launch."""
    for kind in ("read", "write"):
        _stamp(w, i.addr, target, i.type.size, kind, place)


def write_atomic_store(w: KernelWriter, i: AtomicStore, place: int) -> None:
    """Its place was looked at by the AtomicLoad before it."""
    target = pointer(w, i.addr, place)
    if isinstance(i.type, PtrType):
        raise NoMachineCodeError("an atomic access to a pointer")
    bits = _bits(w, i.value, i.type, target, place)
    where = value(w, i.where, BoolType(), place)
    if not isinstance(i.where, Const):  # else it was a read, as of a compare-and-swap that fails
        note = word(w.text, w.text.context("notes", "ptr"), w.scope.note(SEQUENTIAL))
        said = w.text.emit(f"load i64, ptr {note}")
        w.text.line(f"store i64 {w.text.emit(f'select i1 {where}, i64 {said}, i64 1')}, ptr {note}")
    at = within(w, target, target.writable, i.type.size, place)
    kind = stored_type(i.type)
    held = w.text.emit(f"load {kind}, ptr {at}, align 1{CONTENTS}")
    chosen = w.text.emit(f"select i1 {where}, {kind} {bits}, {kind} {held}")
    w.text.line(f"store {kind} {chosen}, ptr {at}, align 1{CONTENTS}")


def _at(w: KernelWriter, base: ResolvedPointer, bound: str, size: int, align: int, place: int) -> str:
    """The address of bytes of an object, all of which lie in front of `bound`, at a multiple of `align`."""
    at = within(w, base, bound, size, place)
    if align > 1:
        beside = w.text.emit(f"and i64 {base.offset}, {align - 1}")
        stop_if(w, w.text.emit(f"icmp ne i64 {beside}, 0"), place)
    return at


def _stamp(
    w: KernelWriter, address: Operand, base: ResolvedPointer, size: int, kind: str, place: int,
    unless_said: Callable[[], None] | None = None,
) -> None:  # fmt: skip
    """Stop if the access conflicts with another one. `unless_said` writes what need not be done where a stamp says that
    the thread, or several of its block, have had such an access to the same bytes in this barrier interval."""
    t, conflict = w.text, stop_label(w, place, Reason.CONFLICT)
    unsaid, on = t.label(), t.label()
    kinds = {kind for kind, _ in w.pointers.of(address, w.program)}
    if kinds == {"local"}:
        t.line(f"br label %{unsaid}")
    else:
        if kinds != {"shared"}:
            look = t.label()
            t.line(f"br i1 {t.emit(f'icmp eq ptr {base.stamps}, null')}, label %{unsaid}, label %{look}")
            t.begin(look)
        _look_at_stamps(w, base, size, w.pointers.grain(address, w.program), kind, (on, unsaid, conflict))
    t.begin(unsaid)
    if unless_said is not None:
        unless_said()
    t.line(f"br label %{on}")
    t.begin(on)


def _look_at_stamps(
    w: KernelWriter, base: ResolvedPointer, size: int, grain: int | None, kind: str, ways: tuple[str, str, str]
) -> None:  # fmt: skip
    """There are stamps: go to the first of the ways if they say it already, to the second if they do now, and to the
    third if there is a conflict."""
    t = w.text
    said, noted, conflict = ways
    shift = base.grain if grain is None else str(grain)
    index = t.emit(f"lshr i64 {base.offset}, {shift}")
    at = t.emit(f"getelementptr {stamp_type(w.stamp_bytes)}, ptr {base.stamps}, i64 {index}")
    count = t.emit(f"lshr i64 {size}, {shift}")
    one, many, take = t.label(), t.label(), t.label()
    t.line(f"br i1 {t.emit(f'icmp ule i64 {count}, 1')}, label %{one}, label %{many}")
    t.begin(one)
    says = t.emit(f"call i1 @stamp.says.{kind}(ptr {at}, {w.segments}, i1 {w.has_atomics})")
    t.line(f"br i1 {says}, label %{said}, label %{take}")
    for label, call in (
        (take, f"@stamp.take.{kind}(ptr {at}, {w.segments})"),
        (many, f"@stamps.{kind}(ptr {at}, i64 {count}, {w.segments})"),
    ):  # fmt: skip
        t.begin(label)
        t.line(f"br i1 {t.emit('call i1 ' + call)}, label %{noted}, label %{conflict}")
