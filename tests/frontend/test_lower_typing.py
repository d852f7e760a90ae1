"""The type of C expressions: promotions, the usual arithmetic conversions, literals, pointers."""

import pytest
from lower_text import found, lower

from cudabmc.goto.program import Declare

DECLARATIONS = """
typedef struct { unsigned b : 3; int x; } S; enum E { A, B };
char c; signed char sc; unsigned char uc; short s; unsigned short us; int i; unsigned u; long l; unsigned long ul;
long long ll; unsigned long long ull; float f; double d; bool t; E e; int *p; const int *cp; void *vp; S st; int a[3];
int fn(int); float g(float);
"""
TYPES = {
    "c + c": "int",
    "uc + us": "int",
    "s * u": "unsigned int",
    "u + l": "long",
    "l + ul": "unsigned long",
    "ul + ll": "unsigned long long",
    "ll - ull": "unsigned long long",
    "i + f": "float",
    "f * d": "double",
    "l / f": "float",
    "~uc": "int",
    "-us": "int",
    "+c": "int",
    "!d": "bool",
    "i < d": "bool",
    "t + t": "int",
    "e + 1": "int",
    "uc << ull": "int",
    "u >> l": "unsigned int",
    "l << i": "long",
    "p + i": "int *",
    "p - p": "long",
    "&a[1]": "int *",
    "a": "int *",
    "&p": "int **",
    "*cp": "int",
    "t ? c : c": "char",
    "t ? c : uc": "int",
    "t ? p : 0": "int *",
    "t ? vp : p": "void *",
    "t ? i : d": "double",
    "(i, l)": "long",
    "i = ll": "int",
    "uc += 1": "unsigned char",
    "f++": "float",
    "st.x": "int",
    "st.b": "int",
    "sizeof i": "unsigned long",
    "fn(1)": "int",
    "g(1)": "float",
    "fn": "int (*)(int)",
    "'a'": "char",
    "1": "int",
    "2147483648": "long",
    "0xffffffff": "unsigned int",
    "1u": "unsigned int",
    "1L": "long",
    "1ULL": "unsigned long long",
    "1.0": "double",
    "1.0f": "float",
    "true": "bool",
    '"abc"': "const char *",
    "(char)i": "char",
    "unsigned(i)": "unsigned int",
    "A": "E",
    "max(1, 2u)": "unsigned int",
    "min(f, d)": "double",
    "fabsf(d)": "float",
}


@pytest.mark.parametrize("expression", TYPES)
def test_the_type_of_an_expression(expression: str) -> None:
    program = lower(f"{DECLARATIONS} void run() {{ auto result = {expression}; }}")
    declared = [i.var for i in found(program, "run").body if isinstance(i, Declare)]
    assert [v.ctype for v in declared if v.name == "result"] == [TYPES[expression]]


C_TYPES = {"'a'": 4, "i < d": 4, "!t": 4, "sizeof(char)": 8, "e": 4, "1 ? 2 : 3L": 8, '"abc"': 4}


@pytest.mark.parametrize("expression", C_TYPES)
def test_the_size_of_an_expression_in_c(expression: str) -> None:
    text = f"int i; double d; _Bool t; enum {{ A }} e; int n[sizeof({expression})];"
    assert lower(text, "t.c").globals["n"].size == 4 * C_TYPES[expression]
