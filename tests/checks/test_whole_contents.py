"""Random sequences of fills, copies and single accesses leave in memory what they leave in plain arrays of bytes."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify
from cudabmc.result import Verdict

SIZE = 192
"""Bytes of an array: enough to be set and copied as a whole."""

ARRAYS = {
    "zeros": "static unsigned char zeros_[{0}]; unsigned char *zeros = zeros_;",
    "cleared": "unsigned char *cleared = (unsigned char *)calloc({0}, 1);",
    "fresh": "unsigned char *fresh = (unsigned char *)malloc({0});",
    "device": "unsigned char *device; cudaMalloc(&device, {0});",
    "other": "unsigned char *other; cudaMalloc(&other, {0});",
    "managed": "unsigned char *managed; cudaMallocManaged(&managed, {0});",
}
KERNEL = "__global__ void put(unsigned char *p, unsigned at, unsigned char x) { p[at] = x; }\n"
REACHED_BY_HOST = ("zeros", "cleared", "fresh", "managed")
ON_DEVICE = ("device", "other", "managed")
TYPES = {"unsigned char": 1, "unsigned short": 2, "unsigned int": 4, "unsigned long long": 8}


@dataclass
class Sequence:
    """A program in the making. `bytes` are the expressions that say what each array holds; None: not set. The input
    `i` is less than SIZE, and `v` any byte."""

    random: Random
    lines: list[str] = field(default_factory=list)
    asserted: list[tuple[int, str]] = field(default_factory=list)  # the number of a line, and what it claims
    bytes: dict[str, list[str | None]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ARRAYS:
            zero = name in ("zeros", "cleared")
            self.bytes[name] = ["0"] * SIZE if zero else [None] * SIZE

    def range(self) -> tuple[int, int]:
        if self.random.random() < 0.6:
            return 0, SIZE
        start, size = self.random.randrange(SIZE), self.random.choice([1, 8, 63, 64, 100, SIZE])
        return start, min(size, SIZE - start)

    def fill(self) -> None:
        name, (start, size) = self.random.choice(list(ARRAYS)), self.range()
        byte = self.random.choice(["0", "0", "255", "7", "v"])
        call = "cudaMemset" if name in ON_DEVICE else "memset"
        self.lines.append(f"{call}({name} + {start}, {byte}, {size});")
        self.bytes[name][start : start + size] = [byte] * size

    def copy(self) -> None:
        name, source = self.random.sample(list(ARRAYS), 2)
        (start, size), to = self.range(), 0
        if self.random.random() < 0.5:
            to = self.random.randrange(SIZE - size + 1)
        self.lines.append(f"cudaMemcpy({name} + {to}, {source} + {start}, {size}, cudaMemcpyDefault);")
        self.bytes[name][to : to + size] = self.bytes[source][start : start + size]

    def write(self) -> None:
        name, (type, size) = self.random.choice(REACHED_BY_HOST), self.random.choice(list(TYPES.items()))
        index = self.random.randrange(SIZE // size)
        value = self.random.getrandbits(8 * size)
        self.lines.append(f"(({type} *){name})[{index}] = {value}ull;")
        self.bytes[name][index * size : (index + 1) * size] = map(str, value.to_bytes(size, "little"))

    def write_somewhere(self) -> None:
        """The input is in a small range: an expression for each byte of it."""
        name, base = self.random.choice(REACHED_BY_HOST), self.random.randrange(SIZE - 4)
        held = self.bytes[name]
        if None in held[base : base + 4]:
            return
        self.lines.append(f"{name}[{base} + (i & 3)] = 9;")
        for at in range(4):
            held[base + at] = f"((i & 3) == {at} ? 9 : {held[base + at]})"

    def launch(self) -> None:
        name, at, value = self.random.choice(ON_DEVICE), self.random.randrange(SIZE), self.random.randrange(256)
        self.lines.append(f"put<<<1, 1>>>({name}, {at}, {value}); cudaDeviceSynchronize();")
        self.bytes[name][at] = str(value)

    def read(self) -> None:
        name, (type, size) = self.random.choice(REACHED_BY_HOST), self.random.choice(list(TYPES.items()))
        for index in self.random.sample(range(SIZE // size), 3):
            held = self.bytes[name][index * size : (index + 1) * size]
            if None not in held:
                value = " | ".join(f"(unsigned long long)({byte}) << {8 * n}" for n, byte in enumerate(held))
                self.asserted.append((len(self.lines), f"(({type} *){name})[{index}] == ({value})"))
                self.lines.append("")

    def extend(self) -> None:
        steps: list[Callable[[], None]] = [
            self.fill, self.fill, self.copy, self.copy, self.copy, self.write, self.write_somewhere, self.launch,
            self.read, self.read,
        ]  # fmt: skip
        self.random.choice(steps)()

    def text(self, wrong: int | None = None) -> str:
        """The program, with one wrong assertion if a number is given; a statement a line, from the third on."""
        lines = list(self.lines)
        for number, (line, claim) in enumerate(self.asserted):
            lines[line] = f"assert(!({claim}));" if number == wrong else f"assert({claim});"
        made = " ".join(text.format(SIZE) for text in ARRAYS.values())
        inputs = "unsigned i = nondet_uint(); unsigned char v = nondet_uchar();"
        return f"{KERNEL}int main(void) {{ {made} {inputs}\n" + "\n".join(lines) + "\n}\n"


FIRST_LINE = 3


def judge(random: Random, steps: int) -> None:
    sequence = Sequence(random)
    while len(sequence.lines) < steps or not sequence.asserted:
        sequence.extend()
    with TemporaryDirectory() as folder:
        source = Path(folder) / "sequence.cu"
        source.write_text(sequence.text())
        result = verify([str(source)], no_check=["memory-leak"])
        assert result.verdict is Verdict.SUCCESSFUL, (sequence.text(), [v.message for v in result.violations])
        number = random.randrange(len(sequence.asserted))
        source.write_text(sequence.text(number))
        result = verify([str(source)], no_check=["memory-leak"])
        if result.verdict is Verdict.UNKNOWN:
            return  # the solver could not decide what the array of a written `i` holds
        found = [(v.prop, v.places[0].loc.line) for v in result.violations]
        assert found == [("assertion", FIRST_LINE + sequence.asserted[number][0])], sequence.text(number)


@given(st.integers(0, 2**32), st.integers(5, 15))
def test_memory_holds_what_arrays_of_bytes_hold(seed: int, steps: int) -> None:
    judge(Random(seed), steps)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(500))
def test_memory_holds_what_arrays_of_bytes_hold_after_many_steps(seed: int) -> None:
    judge(Random(seed), 60)
