"""Values in reports: each is the value that its C type holds, whatever its size and wherever it comes from."""

import random

import pytest

from cudabmc import Result, Verdict, symbolic, verify, verify_kernel
from cudabmc.result import Violation

TYPES = {
    "char": ("char", 8, True), "uchar": ("unsigned char", 8, False), "short": ("short", 16, True),
    "ushort": ("unsigned short", 16, False), "int": ("int", 32, True), "uint": ("unsigned int", 32, False),
    "long": ("long", 64, True), "ulonglong": ("unsigned long long", 64, False), "size_t": ("size_t", 64, False),
    "uint64": ("uint64_t", 64, False), "bool": ("bool", 1, False),
}  # fmt: skip
"""By the names of the nondet functions: the type, its width and whether it is signed."""

FRONTENDS = ("c", "clang")


def boundaries(width: int, signed: bool) -> list[int]:
    """Where one reading of the bits differs from another, and some numbers between."""
    least, most = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    drawn = random.Random(width).randint(least, most)
    found = dict.fromkeys((least, most, 1 << 31, (1 << 32) - 1, 1 << 63, drawn))
    return [value for value in found if least <= value <= most]


VALUES = [
    (name, ctype, index, value)
    for name, (ctype, width, signed) in TYPES.items()
    for index, value in enumerate(boundaries(width, signed))
]


def literal(ctype: str, value: int) -> str:
    """A constant of the type, which need not fit an int."""
    return f"({ctype}){value % (1 << 64)}ull"


def shown(ctype: str, value: int) -> str:
    """How a report prints a value of the type."""
    if ctype == "bool":
        return "true" if value else "false"
    return f"{value} '{chr(value)}'" if ctype == "char" and 32 <= value < 127 else str(value)


def failed(result: Result) -> Violation:
    """The failed assertion of a program."""
    assert result.verdict is Verdict.FAILED, result
    (found,) = result.violations
    assert found.prop == "assertion"
    return found


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_an_input_and_the_step_that_reads_it_show_the_value_of_its_type(frontend: str) -> None:
    declared = "".join(f"{ctype} nondet_{name}();\n" for name, (ctype, _, _) in TYPES.items())
    reads = "".join(f"{ctype} {name}_{index} = nondet_{name}();\n" for name, ctype, index, _ in VALUES)
    equal = " && ".join(f"{name}_{index} == {literal(ctype, value)}" for name, ctype, index, value in VALUES)
    source = f"#include <cassert>\n#include <cstdint>\n{declared}int main() {{\n{reads}assert(!({equal}));\n}}\n"
    found = failed(verify(source, frontend=frontend))
    expected = [(f"nondet_{name}()", shown(ctype, value)) for name, ctype, _, value in VALUES]
    assert list(found.inputs) == expected
    assert [step.text for step in found.steps if step.text.startswith("nondet_")] == [" = ".join(e) for e in expected]
    values = dict(found.places[0].values)
    assert {f"{name}_{index}": shown(ctype, value) for name, ctype, index, value in VALUES}.items() <= values.items()


@pytest.mark.long
@pytest.mark.parametrize("frontend", FRONTENDS)
def test_parameters_of_a_kernel_and_what_they_point_to_show_the_value_of_their_type(frontend: str) -> None:
    integers = [name for name in TYPES if name != "bool"]
    last = {name: (ctype, index, value) for name, ctype, index, value in VALUES if name in integers}
    parameters = ", ".join(f"const {ctype} *p_{name}, {ctype} v_{name}" for name, (ctype, _, _) in last.items())
    elements = [
        f"p_{name}[{index}] == {literal(ctype, value)}" for name, ctype, index, value in VALUES if name in integers
    ]
    scalars = [f"v_{name} == {literal(ctype, value)}" for name, (ctype, _, value) in last.items()]
    source = f"""#include <cassert>
#include <cstdint>
extern "C" __global__ void k({parameters}) {{ assert(!({" && ".join(elements + scalars)})); }}"""
    arrays = {f"p_{name}": symbolic(index + 1) for name, (_, index, _) in last.items()}
    found = failed(verify_kernel(source, "k", grid=1, block=1, args=arrays, frontend=frontend))
    contents = {f"p_{name}[{index}]": shown(ctype, value) for name, ctype, index, value in VALUES if name in integers}
    expected = {f"initial contents of '{place}'": value for place, value in contents.items()}
    expected |= {f"v_{name}": shown(ctype, value) for name, (ctype, _, value) in last.items()}
    assert dict(found.inputs) == expected
    reads = [step.text for step in found.steps if step.text.startswith("read ")]
    assert reads == [f"read {place} = {value}" for place, value in contents.items()]


ALLOCATED = """#include <cassert>
#include <cstdint>
typedef unsigned long long counter;
__global__ void k(counter *c, uint64_t *q, long long *s, unsigned char *b) {
    b[1] = 200;
    s[1] = -2;
    c[1] = 0xfffffffffffffffeull;
    assert(c[0] != 0xffffffffffffff00ull || q[0] != 0x80000000ull || s[0] != 0xffffffffll || b[0] != 255);
}
int main() {
    counter *c; uint64_t *q; long long *s; unsigned char *b;
    cudaMalloc(&c, 16); cudaMalloc((void **)&q, 16); cudaMalloc(&s, 16);
    cudaMallocManaged(&b, 2);
    k<<<1, 1>>>(c, q, s, b);
    cudaDeviceSynchronize();
}
"""


@pytest.mark.parametrize("frontend", FRONTENDS)
def test_memory_of_the_device_shows_values_of_the_type_that_the_first_pointer_to_it_has(frontend: str) -> None:
    found = failed(verify(ALLOCATED, frontend=frontend, no_check=["uninitialised-use"]))
    expected = {"c[0]": "18446744073709551360", "q[0]": "2147483648", "s[0]": "4294967295", "b[0]": "255"}
    assert dict(found.inputs) == {f"initial contents of '{place}'": value for place, value in expected.items()}
    texts = [step.text for step in found.steps]
    assert {"b[1] = 200", "s[1] = -2", "c[1] = 18446744073709551614"} < set(texts)
    assert [text for text in texts if text.startswith("read ")] == [f"read {p} = {v}" for p, v in expected.items()]
