"""Preprocessing: options, predefined names, and the same text as gcc."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cudabmc.errors import SourceError, UnsupportedError, UsageError
from cudabmc.frontend.c.marks import plain
from cudabmc.frontend.c.parser import parse
from cudabmc.frontend.c.preprocess import preprocess, preprocess_text
from cudabmc.frontend.c.sides import text_of_both_sides
from cudabmc.options.table import Options
from opmodels import registry


def _tokens(text: str) -> list[str]:
    lines = [line for line in plain(text).splitlines() if not line.startswith("#")]
    return re.findall(r"\w+|\"(?:[^\"\\]|\\.)*\"|[^\w\s]", "\n".join(lines))


def _value(text: str, *, defines: tuple[str, ...] = (), undefines: tuple[str, ...] = (), architecture: str = "") -> str:
    return " ".join(_tokens(preprocess_text(text, "t.cu", (), defines, undefines, architecture)))


def test_define_and_undefine_options() -> None:
    assert _value("A B C(1)", defines=("A=5", "B", "C(x)=x+x")) == "5 1 1 + 1"
    assert _value("A", defines=("A=5",), undefines=("A",)) == "A"


def test_define_that_is_no_name_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="not a macro name"):
        preprocess_text("", "t.cu", (), ("3=4",))


def test_missing_file_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="cannot read"):
        preprocess("/nonexistent.cu", [], [], [])


def test_cuda_names_are_predefined() -> None:
    source = "__CUDACC__\n#ifdef __CUDA_ARCH__\ndevice\n#else\nhost\n#endif"
    assert _value(source) == "1 host"
    assert _value(source, architecture="800") == "1 device"


def test_library_header_is_empty_and_its_macro_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    macros = {"LIB_MAX": ("LIB_MAX", "(LIB_TWO + 1)"), "LIB_TWO": ("LIB_TWO", "2"), "LIB_F": ("LIB_F(x)", "((x) * 2)")}
    monkeypatch.setattr(registry, "headers", lambda: frozenset({"lib.h"}))
    monkeypatch.setattr(registry, "macro_definition", macros.get)
    assert _value('#include <lib.h>\n#include "lib.h"\nLIB_MAX LIB_F(3)') == "( 2 + 1 ) ( ( 3 ) * 2 )"
    assert _value("#ifdef LIB_MAX\nyes\n#endif\n#undef LIB_TWO\nLIB_TWO") == "yes LIB_TWO"
    assert _value("#define LIB_TWO 7\nLIB_MAX") == "( 7 + 1 )"


def test_pragmas_are_dropped() -> None:
    assert _value("#pragma once\n#pragma unroll\na") == "a"


def test_include_guard_and_pragma_once(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("#pragma once\nint a;\n")
    (tmp_path / "b.h").write_text("#ifndef B\n#define B\nint b;\n#endif\n")
    (tmp_path / "m.cu").write_text('#include "a.h"\n#include "b.h"\n' * 2)
    assert _tokens(preprocess(str(tmp_path / "m.cu"), [], [], [])) == ["int", "a", ";", "int", "b", ";"]


SNIPPETS = [
    "#define A(x) #x\nA(a  b \"c\\n\") A('\\0') A( /* c */ )",
    "#define CAT(a, b) a ## b\n#define XCAT(a, b) CAT(a, b)\n#define N 3\nCAT(x, N) XCAT(x, N) CAT(1, e5) CAT(+, +)",
    "#define f(a) f(a + 1)\n#define g f\nf(f(1)) g(2) f (3) f",
    '#define V(fmt, ...) printf(fmt, ## __VA_ARGS__)\nV("a") V("a", 1) V("a", 1, 2)',
    "#define W(...) h(__VA_ARGS__)\nW() W(1) W((1, 2), 3)",
    "#define S(x) x\n#define T S(T2)\n#define T2 T\nT T2 S(S(S(1)))",
    "#define EMPTY\n#define LP (\n#define F(x) [x]\nF EMPTY (1) F(EMPTY) EMPTY F(2)",
    "#define X 4\n#if X > 3 && defined(X) && !defined(Y)\nyes\n#elif 1\nno\n#else\nno\n#endif",
    "#if (1 ? 2 : 3) == 2 && -1 < 0 && 'a' == 97 && (1 << 4 | 3) == 19 && 7 / 2 == 3\nyes\n#endif",
    "#if 0xFFFFFFFFFFFFFFFFull > 1 && 10 % 3 == 1 && ~0 == -1 && UNKNOWN == 0\nyes\n#endif",
    "#define N 5\n#undef N\n#ifndef N\nundefined\n#endif\nN",
    "#define MAX(a, b) ((a) > (b) ? (a) : (b))\nMAX(MAX(1, 2), f(3, 4))",
    "#define LOOP(i, n) for (int i = 0; i < (n); ++i) { \\\n    body(i); \\\n}\nLOOP(k, 10)",
    "__LINE__\n#define L __LINE__\n\nL L",
    "#define E 1.5f + .5e-3f + 1e+5 + 0x1.8p-2 + 100ull\nE",
    "#define Q(x) x x\nQ(\"a,b\") Q((c,d)) Q('(')",
    "#define A1(x) A2(x) + 1\n#define A2(x) A1(x) * 2\nA1(y) A2(y)",
    "a = b+++c; d <<= 2; e->f; g...; k<<<1,2>>>(x);",
]


@pytest.mark.skipif(shutil.which("gcc") is None, reason="no gcc to compare with")
@pytest.mark.parametrize("text", SNIPPETS)
def test_text_is_that_of_gcc(text: str) -> None:
    command = ["gcc", "-E", "-P", "-x", "c", "-std=gnu99", "-"]
    gcc = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert _tokens(preprocess_text(text, "t.cu")) == _tokens(gcc.stdout)


def test_a_file_that_means_the_same_to_host_and_device_may_ask_for_the_architecture(tmp_path):
    (tmp_path / "m.cu").write_text("#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 600\nint old;\n#endif\nint a;\n")
    text = text_of_both_sides(str(tmp_path / "m.cu"), Options())
    assert _tokens(text) == ["int", "a", ";"]


@pytest.mark.parametrize("line", ["#ifdef __CUDA_ARCH__\nint a;\n#endif", "int a = __CUDA_ARCH__;"])
def test_a_file_that_differs_between_host_and_device_is_refused(tmp_path, line):
    (tmp_path / "m.cu").write_text(f"int b;\n{line}\n")
    with pytest.raises(UnsupportedError, match="__CUDA_ARCH__ where host and device differ") as refusal:
        text_of_both_sides(str(tmp_path / "m.cu"), Options(arch="sm_53"))
    assert refusal.value.location is not None and refusal.value.location.line == 2


def test_a_line_directive_names_the_places_behind_it() -> None:
    text = 'int a;\n#line 40 "other.cu"\nint b = ;\n'
    with pytest.raises(SourceError) as error:
        parse(preprocess_text(text, "main.cu"), "main.cu", ())
    assert str(error.value).startswith("other.cu:40:")
    with pytest.raises(SourceError) as error:
        parse(preprocess_text("int a;\n#line 7\n\nint b = ;\n", "main.cu"), "main.cu", ())
    assert str(error.value).startswith("main.cu:8:")


def _doubled(times: int) -> str:
    """M makes 2**times tokens."""
    lines = (f"#define M{n} M{n - 1} M{n - 1}\n" for n in range(1, times + 1))
    return "#define M0 1\n" + "".join(lines) + f"M{times}\n"


def test_macros_that_make_too_much_are_an_error_of_the_program() -> None:
    assert _value(_doubled(10)) == " ".join(["1"] * 1024)
    with pytest.raises(SourceError, match="macros make more than 100,000 tokens") as error:
        preprocess_text(_doubled(40), "t.cu")
    assert error.value.location is not None and error.value.location.line > 1


def test_what_stands_in_the_source_may_be_long() -> None:
    assert _value("#define M 1\n" + "2 M " * 60_000).count("1") == 60_000
