"""Structs and unions with bit-fields, alignment and packing have gcc's sizes, offsets and bytes."""

from pathlib import Path
from random import Random

import pytest
from semantics_run import checked_output, gcc_output, needs_gcc

pytestmark = needs_gcc

INTEGERS = ("signed char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long")
BITS = {"char": 8, "short": 16, "int": 32, "unsigned": 32, "long": 64}
OTHERS = ("float", "double", "char *", "bool")

HEAD = r"""#include <stdio.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
void bytes(const void *p, size_t n) {
    const unsigned char *b = (const unsigned char *)p;
    for (size_t i = 0; i < n; i++) printf("%02x", b[i]);
    printf("\n");
}
"""


def program(rng: Random) -> str:
    """Some types, and main that shows them."""
    types: list[str] = []
    shows: list[str] = []
    for number in range(4):
        pack = rng.choice((None, None, 1, 2, 4, 8))
        form = rng.choice(("push", "plain"))
        if pack is not None:
            types.append(f"#pragma pack(push, {pack})" if form == "push" else f"#pragma pack({pack})")
        types.append(_record(rng, number, shows))
        if pack is not None:
            types.append("#pragma pack(pop)" if form == "push" else "#pragma pack()")
    return "\n".join([HEAD, *types, "int main(void) {", *shows, "return 0; }", ""])


def _record(rng: Random, number: int, shows: list[str]) -> str:
    name, kind = f"R{number}", rng.choice(("struct", "struct", "struct", "union"))
    fields: list[str] = []
    uses: list[str] = []
    constants: list[str] = []
    for n in range(rng.randint(1, 7)):
        text = rng.choice(INTEGERS)
        value = rng.randrange(1 << 30)
        shape = rng.random()
        if shape < 0.5:
            width = rng.randint(1, BITS[text.split()[-1]])
            if rng.random() < 0.1:
                fields.append(f"{text} : {rng.choice((0, width))};")
                continue
            fields.append(f"{text} f{n} : {width};")
        elif shape < 0.6 and number:
            inner = f"R{rng.randrange(number)}"
            fields.append(f"{inner} f{n}{rng.choice(('', '[2]'))};")
            uses.append(f"memset(&v.f{n}, {value & 255}, sizeof v.f{n}); bytes(&v, sizeof v);")
            constants.append("{}")
            continue
        elif shape < 0.7:
            other = rng.choice(OTHERS)
            fields.append(f"{other} f{n};")
            constants.append("0" if other == "char *" else "1")
            uses.append(f'printf("%d\\n", (int)offsetof({name}, f{n}));')
            continue
        else:
            fields.append(f"{text} f{n};")
            uses.append(f'printf("%d\\n", (int)offsetof({name}, f{n}));')
        constants.append(f"({text}){value}")
        change = rng.choice((f"v.f{n} = {value};", f"v.f{n} += {value};", f"v.f{n}--;", f"p->f{n} ^= {value};"))
        uses.append(f'{change} bytes(&v, sizeof v); printf("%llx\\n", (long long)v.f{n});')
    alignment = rng.choice(("", "", "", " __attribute__((aligned(16)))"))
    first = ", ".join(constants[:1] if kind == "union" else constants)
    if not constants:
        fields.append("int last;")
        first = "7"
    shows.append(
        f'{{ {name} v, *p = &v; printf("%d %d\\n", (int)sizeof({name}), (int)__alignof__({name})); '
        f"memset(&v, 0, sizeof v); {' '.join(uses)} bytes(&g{number}, sizeof g{number}); }}"
    )
    return f"typedef {kind} {{ {' '.join(fields)} }}{alignment} {name};\nstatic {name} g{number} = {{{first}}};"


def compare(tmp_path: Path, seed: int) -> None:
    source = tmp_path / "program.c"
    source.write_text(program(Random(seed)))
    expected = gcc_output(source)
    assert expected is not None
    assert checked_output(source).splitlines() == expected.splitlines()


@pytest.mark.one_in(3)
@pytest.mark.parametrize("seed", range(20))
def test_records_have_gccs_layout(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(1000, 1400))
def test_many_records_have_gccs_layout(tmp_path: Path, seed: int) -> None:
    compare(tmp_path, seed)
