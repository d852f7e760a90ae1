"""The IR reader on pieces of text as clang writes them."""

import ctypes
import struct

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cudabmc.frontend.clang.ir import instructions as i
from cudabmc.frontend.clang.ir import types as t
from cudabmc.frontend.clang.ir import values as v
from cudabmc.frontend.clang.ir.cursor import Cursor, IrSyntaxError
from cudabmc.frontend.clang.ir.debug_info import DebugInfo
from cudabmc.frontend.clang.ir.module import AliasIr, Module, VariableIr
from cudabmc.frontend.clang.ir.tokens import tokens, unescaped

MODULE = r"""; ModuleID = 'a.cpp'
target triple = "x86_64-unknown-linux-gnu"

%struct.P = type { i32, %"class.ns::Q<int, 2>" }
%"class.ns::Q<int, 2>" = type <{ i8, ptr }>

@x = internal global %struct.P { i32 -1, %"class.ns::Q<int, 2>" <{ i8 7, ptr @y }> }, align 8, !dbg !5
@y = external dso_local addrspace(3) global [0 x float], align 4
@s = private unnamed_addr constant [5 x i8] c"a\0A\22;\00", align 1
@p = global ptr getelementptr inbounds (i8, ptr @s, i64 2), align 8
@z = alias i32, ptr @x

; Function Attrs: nounwind
define linkonce_odr noundef i32 @f(ptr noundef align 8 %this, i32 %0) #0 comdat personality ptr @g !dbg !2 {
  %a = alloca [2 x i32], i32 3, align 16
  br label %"loop: 1"

"loop: 1":                                        ; preds = %"loop: 1", %1
  %n = phi i32 [ 0, %1 ], [ %m, %"loop: 1" ], !dbg !3
  %m = add nuw nsw i32 %n, %0, !dbg !3
  #dbg_declare(ptr %a, !4, !DIExpression(), !3)
  switch i32 %m, label %end [
    i32 -3, label %"loop: 1"
    i32 4, label %end
  ], !dbg !3

end:
  %r = invoke noundef zeroext i1 (ptr, ...) @g(ptr noundef @s, i32 noundef 1) #1
          to label %ok unwind label %pad, !dbg !3, !srcloc !9

ok:
  %q = load atomic volatile i32, ptr addrspace(3) @y syncscope("device") acquire, align 4
  ret i32 %q

pad:
  %l = landingpad { ptr, i32 }
          cleanup
          catch ptr @x
          catch ptr null
  resume { ptr, i32 } %l
}

declare !dbg !2 zeroext i1 @g(ptr noundef, ...) #1

attributes #0 = { nounwind "nvvm.maxntid"="64,2" }
attributes #1 = { convergent }

!1 = !DIFile(filename: "a.cpp", directory: "/d")
!2 = distinct !DISubprogram(name: "f", scope: !6, file: !1, line: 3)
!3 = !DILocation(line: 4, column: 7, scope: !2)
!4 = !DILocalVariable(name: "a", scope: !2, file: !1, line: 4, type: !7)
!5 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!6 = !DINamespace(name: "ns", scope: null)
!7 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !10, size: 64)
!8 = distinct !DIGlobalVariable(name: "x", scope: null, file: !1, line: 1, type: !10)
!10 = !DIBasicType(name: "unsigned int", size: 32, encoding: DW_ATE_unsigned)
"""


@pytest.fixture(scope="module")
def module() -> Module:
    return Module(MODULE)


def test_named_types_are_found_whatever_their_name(module: Module) -> None:
    inner = t.StructT((t.I8, t.PTR), packed=True)
    assert module.struct("struct.P") == t.StructT((t.I32, inner))


def test_variables_have_type_value_place_and_linkage(module: Module) -> None:
    x = module.variable("x")
    assert isinstance(x, VariableIr) and x.internal and not x.constant and x.dbg == 5
    assert isinstance(x.value, v.AggregateC) and x.value.elements[0].value == v.IntC(-1)
    y = module.variable("y")
    assert isinstance(y, VariableIr) and y.value is None and y.space == 3
    s = module.variable("s")
    assert isinstance(s, VariableIr) and s.value == v.BytesC(b'a\n";\0')
    assert isinstance(module.variable("z"), AliasIr)


def test_the_head_of_a_function_tells_its_parameters_and_attributes(module: Module) -> None:
    body = module.body("f")
    assert [p.name for p in body.parameters] == ["this", "0"] and body.ret == t.I32 and body.dbg == 2
    assert "nounwind" in module.attributes(body.attributes)
    g = module.head("g")
    assert g is not None and g.variadic and g.ret == t.I1


def test_blocks_have_their_labels_and_instructions(module: Module) -> None:
    blocks = {b.label: b.body for b in module.body("f").blocks}
    assert list(blocks) == ["1", "loop: 1", "end", "ok", "pad"]
    phi, add, declare, switch = blocks["loop: 1"]
    assert isinstance(phi, i.PhiI) and [label for _, label in phi.incoming] == ["1", "loop: 1"]
    assert isinstance(add, i.Binary) and add.flags == {"nuw", "nsw"} and add.dbg == 3
    assert isinstance(declare, i.DbgDeclareI) and declare.variable == 4
    assert isinstance(switch, i.SwitchI) and switch.cases == ((-3, "loop: 1"), (4, "end"))
    (invoke,) = blocks["end"]
    assert isinstance(invoke, i.CallI) and (invoke.normal, invoke.unwind, invoke.fixed) == ("ok", "pad", 1)
    load = blocks["ok"][0]
    assert isinstance(load, i.LoadI) and load.volatile and (load.ordering, load.scope) == ("acquire", "device")
    pad = blocks["pad"][0]
    assert isinstance(pad, i.LandingPadI) and pad.cleanup and len(pad.clauses) == 2


def test_debug_information_names_positions_variables_and_functions(module: Module) -> None:
    debug = DebugInfo(module)
    assert str(debug.location(3)) == "/d/a.cpp:4:7"
    assert debug.function_name(2) == "ns::f"
    variable = debug.variable(4)
    assert (variable.name, variable.ctype) == ("a", "unsigned int *")
    assert not debug.variable(5).signed


def test_a_text_that_is_not_known_is_an_error_with_the_words_around_it() -> None:
    with pytest.raises(IrSyntaxError, match="unknown instruction at 'frobnicate'"):
        Module("define void @f() {\n  frobnicate i32 1\n}\n").body("f")


@given(st.floats(width=32))
def test_floats_are_read_from_their_bits(x: float) -> None:
    text = f"0x{struct.unpack('<Q', struct.pack('<d', x))[0]:016X}"
    found = Cursor(tokens(text), _no_structs).value(t.FloatT("float"))
    assert isinstance(found, v.FloatC) and (found.value == x or x != x)


@given(st.floats())
@example(4.5e-294)
@example(5e-324)
def test_floats_of_other_formats_are_read(x: float) -> None:
    """A double in 80 and in 128 bits: other bias, and in 80 bits the one in front of the point is there. What is
    denormal as a double is not in them."""
    bits = struct.unpack("<Q", struct.pack("<d", x))[0]
    sign, exponent, fraction = bits >> 63, bits >> 52 & 0x7FF, bits & (1 << 52) - 1
    if exponent == 0 and fraction:
        up = 53 - fraction.bit_length()
        exponent, fraction = 1 - up, fraction << up & (1 << 52) - 1
    wide = 0x7FFF if exponent == 0x7FF else exponent + 15360 if x else 0
    x87 = sign << 79 | wide << 64 | (wide > 0) << 63 | fraction << 11
    quad = sign << 127 | wide << 112 | fraction << 60
    low, high = quad & (1 << 64) - 1, quad >> 64
    for text, name in ((f"0xK{x87:020X}", "x86_fp80"), (f"0xL{low:016X}{high:016X}", "fp128")):
        found = Cursor(tokens(text), _no_structs).value(t.FloatT(name))
        assert isinstance(found, v.FloatC) and (found.value == x or x != x)


@given(st.integers(0, 1), st.integers(0, 0x7FFE), st.integers(0, 2**63 - 1))
def test_floats_of_80_bits_are_rounded_as_the_processor_does(sign: int, exponent: int, fraction: int) -> None:
    bits = sign << 79 | exponent << 64 | (exponent > 0) << 63 | fraction
    found = Cursor(tokens(f"0xK{bits:020X}"), _no_structs).value(t.FloatT("x86_fp80"))
    size = ctypes.sizeof(ctypes.c_longdouble)
    assert found == v.FloatC(ctypes.c_longdouble.from_buffer_copy(bits.to_bytes(size, "little")).value)


@given(st.integers(-(2**127), 2**127 - 1))
def test_integers_of_any_width_are_read(x: int) -> None:
    assert Cursor(tokens(str(x)), _no_structs).value(t.IntT(128)) == v.IntC(x)


@given(st.binary(max_size=30))
def test_bytes_are_read_as_they_are_written(data: bytes) -> None:
    text = "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\{b:02X}" for b in data)
    assert unescaped(text) == data
    assert Cursor(tokens(f'c"{text}"'), _no_structs).value(t.ArrayT(len(data), t.I8)) == v.BytesC(data)


def _no_structs(name: str) -> t.IrType:
    raise AssertionError(name)
