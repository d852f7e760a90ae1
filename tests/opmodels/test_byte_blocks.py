"""Blocks of bytes come into memory, and leave it, as single bytes do."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import Options, Result, verify

MODELS = """from cudabmc.modelapi import *
from opmodels.registry import model

@model("void put_block(void *to, const char *digits, int unit)", device=False)
def put_block(ctx, to, digits, unit):
    ctx.store_bytes(to, bytes.fromhex(ctx.string(digits)), unit)

@model("int holds(const void *block, const char *digits)", device=False)
def holds(ctx, block, digits):
    expected = bytes.fromhex(ctx.string(digits))
    return int(ctx.load_bytes(block, len(expected)) == expected)

@model("int is_known(const void *block, int size)", device=False)
def is_known(ctx, block, size):
    return int(isinstance(ctx.load_bytes(block, size), bytes))

@model("int byte_of(const void *block, int size, int index)", device=False)
def byte_of(ctx, block, size, index):
    return ctx.op(Op.ZEXT, I32, ctx.load_bytes(block, size)[index], of=I8)
"""
SIZE = 256
CTYPES = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}
OBJECTS = (
    "unsigned char *p = (unsigned char *)malloc(256);",
    "unsigned char block[256]; unsigned char *p = block;",
    "float block[64]; unsigned char *p = (unsigned char *)block;",
    "struct { int a; double b; char c[240]; } block; unsigned char *p = (unsigned char *)&block;",
)
places = st.integers(0, SIZE - 8)
single = st.tuples(st.just("single"), places, st.sampled_from([1, 2, 4, 8]), st.binary(min_size=8, max_size=8))
block = st.tuples(
    st.just("block"), places, st.sampled_from([1, 2, 4, 8]), st.one_of(st.binary(max_size=20), st.binary(min_size=64))
)
whole = st.tuples(st.just("block"), st.just(0), st.sampled_from([1, 4]), st.binary(min_size=SIZE, max_size=SIZE))


def run(folder: Path, program: str, **options: object) -> Result:
    models = folder / "models.py"
    models.write_text(MODELS)
    (folder / "main.cu").write_text("#include <stdlib.h>\n#include <string.h>\n" + program)
    return verify([str(folder / "main.cu")], Options(models=(str(models),), **options))  # type: ignore[arg-type]


def violations(result: Result) -> list[tuple[str, int]]:
    assert result.reason == ""
    return sorted((v.prop, v.places[0].loc.line) for v in result.violations)


@given(st.sampled_from(OBJECTS), st.lists(st.one_of(single, block, whole), max_size=6), st.booleans())
def test_blocks_and_single_values_of_all_widths_overwrite_each_other(
    tmp_path_factory: pytest.TempPathFactory, declaration: str, writes: list[tuple[str, int, int, bytes]], fork: bool
) -> None:
    expected = bytearray(SIZE)
    lines = [f"int main(void) {{ {declaration} memset(p, 0, {SIZE});"]
    for kind, at, width, data in writes:
        data = data[: width if kind == "single" else SIZE - at]
        expected[at : at + len(data)] = data
        guard = "if (n > 3 || n <= 3) " if fork and kind == "block" else ""
        if kind == "single":
            lines.append(f"*({CTYPES[width]} *)(p + {at}) = {int.from_bytes(data, 'little')}ul;")
        elif data:
            lines.append(f'{guard}put_block(p + {at}, "{data.hex()}", {width});')
    checks = [f"assert(p[{i}] == {byte});" for i, byte in enumerate(expected) if byte or i % 16 == 0]
    lines += [f'assert(holds(p, "{expected.hex()}"));', *checks, "}"]
    lines.insert(1, "int n = nondet_int();")
    assert violations(run(tmp_path_factory.mktemp("blocks"), "\n".join(lines))) == []


def test_a_block_under_a_condition_is_written_where_it_holds(tmp_path: Path) -> None:
    text = """int main(void) {
    unsigned char p[80];
    memset(p, 1, 80);
    int n = nondet_int();
    if (n == 5) put_block(p, "DIGITS", 1);
    assert(p[70] == (n == 5 ? 2 : 1));
    assert(byte_of(p, 80, 70) == (n == 5 ? 2 : 1));
    assert(p[70] == 1); // found
}
""".replace("DIGITS", "02" * 80)
    assert violations(run(tmp_path, text)) == [("assertion", 10)]


@pytest.mark.parametrize("size", [8, 128])
@pytest.mark.parametrize("call", ['put_block(p + 4, "DIGITS", 1);', 'holds(p + 4, "DIGITS");'])
def test_a_block_stays_within_its_object(tmp_path: Path, size: int, call: str) -> None:
    text = f"int main(void) {{\n static char p[{size}];\n {call.replace('DIGITS', '00' * size)} }}"
    assert violations(run(tmp_path, text)) == [("bounds", 5)]


def test_a_block_cannot_be_written_to_memory_that_was_freed_or_to_constants(tmp_path: Path) -> None:
    text = """int main(void) {
    char *p = (char *)malloc(64);
    free(p);
    put_block(p, "00", 1);
}
"""
    assert violations(run(tmp_path, text)) == [("use-after-free", 6)]


def test_bytes_that_nobody_has_written_pass_through_a_block_without_use(tmp_path: Path) -> None:
    text = """int main(void) {
    unsigned char p[4];
    p[0] = 7;
    assert(!is_known(p, 4));
    assert(byte_of(p, 4, 0) == 7);
}
"""
    assert violations(run(tmp_path, text, uninitialised_check=True)) == []


@pytest.mark.parametrize("access", ['put_block(p, "DIGITS", 4);', 'holds(p, "DIGITS");'])
def test_a_block_races_with_a_kernel_that_nobody_has_waited_for(tmp_path: Path, access: str) -> None:
    text = """__global__ void k(int *p) { p[3] = 1; }
int main(void) {
    int *p;
    cudaMallocManaged((void **)&p, 256);
    memset(p, 0, 256);
    k<<<1, 1>>>(p);
    ACCESS
    cudaDeviceSynchronize();
}
""".replace("ACCESS", access.replace("DIGITS", "00" * 128))
    assert [prop for prop, _ in violations(run(tmp_path, text))] == ["data-race"]


def test_a_block_is_written_to_each_place_that_a_pointer_may_mean(tmp_path: Path) -> None:
    text = """int main(void) {
    static unsigned char a[128], b[128];
    int n = nondet_int();
    put_block(n ? a : b, "DIGITS", 1);
    assert(a[100] == (n ? 9 : 0) && b[100] == (n ? 0 : 9));
    assert(byte_of(n ? a : b, 128, 100) == 9);
    assert(byte_of(n ? b : a, 128, 100) == 0);
}
""".replace("DIGITS", "09" * 128)
    assert violations(run(tmp_path, text)) == []
