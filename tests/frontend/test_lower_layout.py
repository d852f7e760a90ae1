"""Sizes, offsets and bit-fields are those of gcc on x86-64."""

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lower_interpreter import Interpreter

from cudabmc.frontend.c import compile_files
from cudabmc.frontend.c.ctypes import Int, RecordDecl
from cudabmc.frontend.c.layout import RawMember, lay_out, size_of
from cudabmc.options.table import Options
from cudabmc.source.location import Location

RECORDS = {
    "char c; int i; short s; long l; char d;": ("i", "s", "l", "d"),
    "char a; double d; char b[3]; float f;": ("d", "b", "f"),
    "struct { short x; char y; } in[3]; int z;": ("in", "z"),
    "char c; union { char a; long l; } u; char d;": ("u", "d"),
    "int n; char tail[];": ("tail",),
    "char c; struct { int a, b; }; union { char x; short y; };": ("a", "b", "x", "y"),
    "_Alignas(16) char a; char b;": ("a", "b"),
    "void *p; char c; int (*f)(int); enum { X } e;": ("c", "f", "e"),
    "long long l; char c; _Bool b; __int128 w;": ("c", "b", "w"),
}
BITS = (
    "int a:5; int b:3; int c:30; int d:2;",
    "unsigned char a:4; int b:20; short c:9; long d:40;",
    "char a; int b:7; char c; int d:17;",
    "unsigned a:1; unsigned :0; unsigned b:2; unsigned :5; unsigned c:31;",
    "short a:9; short b:9; char c:3; _Bool d:1; long long e:50; int f:32;",
    "unsigned long a:33; unsigned b:31; char c:8;",
)

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")


def outputs(source: str, tmp_path: Path) -> tuple[str, str]:
    path = tmp_path / "t.c"
    path.write_text(source)
    binary = tmp_path / "a.out"
    subprocess.run(["gcc", "-w", "-o", str(binary), str(path)], check=True)
    expected = subprocess.run([str(binary)], capture_output=True, text=True, check=False).stdout
    run = Interpreter(compile_files([str(path)], {str(path): Options()}))
    run.run()
    return "".join(run.output), expected


@pytest.mark.parametrize("members", RECORDS)
def test_a_struct_has_the_layout_of_gcc(members: str, tmp_path: Path) -> None:
    offsets = "".join(f'printf("%d ", (int)offsetof(struct S, {m}));' for m in RECORDS[members])
    source = f"""#include <stdio.h>
#include <stddef.h>
struct S {{ {members} }};
struct T {{ char before; struct S s[2]; }};
int main(void) {{ {offsets} printf("%d %d", (int)sizeof(struct S), (int)sizeof(struct T)); return 0; }}
""".replace("struct S s[2]", "struct S s" if "[];" in members else "struct S s[2]")
    ours, expected = outputs(source, tmp_path)
    assert ours == expected


@pytest.mark.parametrize("members", BITS)
def test_bit_fields_lie_where_gcc_puts_them(members: str, tmp_path: Path) -> None:
    fields = [m.split(":")[0].split() for m in members.split(";") if ":" in m]
    names = [words[-1] for words in fields if len(words) > 1]
    sets = "".join(
        f"memset(&s, 0, sizeof s); s.{n} = -1; show(); memset(&s, 255, sizeof s); s.{n} = 2; show();" for n in names
    )
    source = f"""#include <stdio.h>
#include <string.h>
struct S {{ {members} }} s;
static void show(void) {{
  unsigned char *p = (unsigned char *)&s;
  for (int i = 0; i < (int)sizeof s; i++) printf("%02x", p[i]);
  printf(" ");
}}
int main(void) {{ {sets} printf("%d", (int)sizeof s); return 0; }}
"""
    ours, expected = outputs(source, tmp_path)
    assert ours == expected


KINDS = [("char", 8), ("short", 16), ("int", 32), ("long", 64)]
MEMBERS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(KINDS), st.none()),
        st.sampled_from(KINDS).flatmap(lambda kind: st.tuples(st.just(kind), st.integers(0, kind[1]))),
    ),
    min_size=1, max_size=8,
)  # fmt: skip


@given(MEMBERS, st.booleans())
def test_bit_fields_share_bytes_with_those_beside_them_alone(
    members: list[tuple[tuple[str, int], int | None]], packed: bool
) -> None:
    """C11 3.14: adjacent bit-fields of a width that is not 0 are one memory location, and share it with nothing."""
    decl = RecordDecl("S", False)
    raw, runs, run = [], [], 0
    for number, ((name, bits), width) in enumerate(members):
        named = f"m{number}" if width != 0 else ""
        raw.append(RawMember(named, Int(name, bits, True, 1), width, 1, Location("s.c", 1, 1)))
        run += not width
        runs += [run] if named else []
        run += width is None
    lay_out(decl, raw, packing=1 if packed else None)
    fields = list(decl.members or ())
    taken = [set(range(f.offset, f.offset + (f.unit if f.width is not None else size_of(f.type)))) for f in fields]
    for one, mine, location in zip(fields, taken, runs, strict=True):
        assert max(mine) < decl.size
        assert one.width is None or one.bit + one.width <= 8 * one.unit <= 72
        own = [f for f, of in zip(fields, runs, strict=True) if of == location]
        low = min(f.offset for f in own)
        in_word = max(f.offset + f.unit for f in own) - low <= 8
        for other, theirs, of in zip(fields, taken, runs, strict=True):
            if of != location:
                assert not mine & theirs, (one, other)
            elif in_word and not packed:
                assert mine == theirs, (one, other)
