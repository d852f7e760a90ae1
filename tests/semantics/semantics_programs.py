"""Random C programs without undefined behaviour that show the value of every variable.

The same program runs as host code or as a kernel of one thread. Its inputs are constants, or
arbitrary values that are assumed to be these constants; it prints what it shows, or asserts that
it is what gcc printed.
"""

from dataclasses import dataclass, field
from random import Random

from semantics_expressions import Expressions, Typed
from semantics_types import (
    ALL,
    BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INTEGERS,
    LONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    ULONG,
    USHORT,
    Type,
)  # fmt: skip

PROLOGUE = r"""#include <stdio.h>
#include <stdbool.h>
#ifdef __CUDACC__
#define RUN() run<<<1, 1>>>(); cudaDeviceSynchronize()
#else
#define __device__
#define __global__
#define RUN() run()
#endif
#ifndef ASSERTING
#define INTEGER(n, x) printf("%d %llx\n", n, (unsigned long long)(x))
#define REAL(n, x) do { double d = (x); if (d != d) printf("%d nan\n", n); else printf("%d %a\n", n, d); } while (0)
#else
#define INTEGER(n, x) __ESBMC_assert((unsigned long long)(x) == WANT_##n, #n)
#define REAL(n, x) __ESBMC_assert(REAL_##n(x), #n)
#endif
DEVICE static double lim(double x, double low, double high) { return x >= low && x <= high ? x : 1; }
enum Level { LOW = -3, MIDDLE = 'c', HIGH, TOP = 1 << 20 };
typedef struct { short a; int n[3]; char c; double d; } Inner;
typedef struct {
    unsigned f : 3; int g : 5; unsigned char h : 8; int : 0; bool b : 1; unsigned w : 17; short s : 9; int x : 31;
    Inner in; unsigned long l; float r;
} Record;
typedef union { unsigned u; unsigned short h[2]; unsigned char b[4]; int i; float f; struct { int lo : 12; unsigned hi : 20; } p; } Pun;
"""  # noqa: E501 - C

FIELDS: tuple[Typed, ...] = (
    ("f", INT), ("g", INT), ("h", INT), ("w", INT), ("s", INT), ("x", INT),
    ("in.a", SHORT), ("in.n[0]", INT), ("in.n[2]", INT), ("in.c", CHAR), ("in.d", DOUBLE), ("l", ULONG), ("r", FLOAT),
)  # fmt: skip
PUNS: tuple[Typed, ...] = (
    ("u", UINT), ("h[0]", USHORT), ("h[1]", USHORT), ("b[0]", UCHAR), ("b[3]", UCHAR), ("i", INT),
    ("p.lo", INT), ("p.hi", INT),
)  # fmt: skip


@dataclass
class Programs:
    """Writes the program of a seed. `inputs` adds variables whose values may be arbitrary."""

    seed: int
    kernel: bool = False
    inputs: bool = False
    statements: int = 24
    lines: list[str] = field(default_factory=list)
    shown: int = 0

    def text(self) -> str:
        """The program."""
        self.rng = Random(self.seed)
        self.make = Expressions(self.rng)
        self.names: list[Typed] = []
        self.lines, self.shown, self.loops = [], 0, 0
        device = "__device__" if self.kernel else ""
        self._globals(device)
        functions = [self._function(n, device) for n in range(4)]
        top = self.lines
        self.lines = []
        self._body(functions)
        head = ["#define DEVICE " + device, PROLOGUE, *top]
        main = "RUN()" if self.kernel else "run()"
        return "\n".join([
            *head, f"{'__global__' if self.kernel else 'static'} void run(void) {{", *self.lines, "}",
            f"int main(void) {{ {main}; return 0; }}", "",
        ])  # fmt: skip

    # ------------------------------------------------------------ declarations

    def _globals(self, device: str) -> None:
        fold = Expressions(self.rng, constant=True)
        self.globals: list[Typed] = []
        for n, kind in enumerate(ALL):
            self.lines.append(f"{device} {kind.name} g{n} = {fold.as_type(kind, fold.pure(3))};")
            self.globals.append((f"g{n}", kind))
        kind = self.rng.choice(INTEGERS[1:])
        values = ", ".join(fold.as_type(kind, fold.pure(2)) for _ in range(5))
        self.lines.append(f"{device} {kind.name} table[8] = {{{values}}};")
        self.lines.append(f"{device} int grid[3][4] = {{{{1, 2}}, {{3, 4, 5, 6}}, {{-7}}}};")
        self.lines.append(
            f"{device} Record gr = {{5, -9, 200, 1, 70000, -200, 123456, {{-1, {{1, 2}}, 'x', 2.5}}, 99}};"
        )
        self.table = kind

    def _function(self, number: int, device: str) -> tuple[str, Type, tuple[Type, ...]]:
        kinds = tuple(self.rng.choice(ALL) for _ in range(self.rng.randint(1, 3)))
        result = self.rng.choice(ALL)
        names = [(f"a{n}", k) for n, k in enumerate(kinds)]
        inner = Expressions(self.rng, names)
        test, early, late = inner.pure(2), inner.as_type(result, inner.pure(2)), inner.as_type(result, inner.pure(3))
        params = ", ".join(f"{k.name} {n}" for n, k in names)
        self.lines.append(
            f"{device} static {result.name} f{number}({params}) {{ if ({test[0]}) return {early}; return {late}; }}"
        )
        return f"f{number}", result, kinds

    # ------------------------------------------------------------ statements

    def _body(self, functions: list[tuple[str, Type, tuple[Type, ...]]]) -> None:
        fold = Expressions(self.rng, constant=True)
        locals_: list[Typed] = []
        for n, kind in enumerate(ALL):
            value = fold.as_type(kind, fold.pure(1))
            self.lines.append(f"{kind.name} v{n} = {value};")
            if self.inputs:
                self.lines.append(f"INPUT_{kind.name.replace(' ', '_')}(v{n});")
            locals_.append((f"v{n}", kind))
        self.lines += [
            "Record r1 = gr, r2 = {1}, *pr = &r2;", "Pun pun; pun.u = 0x3F81C0DEu;",
            "int i0 = 3, i1 = -4; int *pi = &i1; long l0 = 11; unsigned e0 = 6; signed char e1 = 100; double e2 = .5;",
        ]  # fmt: skip
        places = [(f"r1.{f}", k) for f, k in FIELDS] + [(f"pr->{f}", k) for f, k in FIELDS]
        places += [(f"pun.{f}", k) for f, k in PUNS] + [("(*pi)", INT), ("i0", INT), ("l0", LONG)]
        index = Expressions(self.rng, locals_)
        for _ in range(3):
            places.append((f"table[{index.integer(1)[0]} & 7]", self.table))
            places.append((f"grid[({index.integer(1)[0]} & 1) + 1][{index.integer(1)[0]} & 3]", INT))
        self.places = [*locals_, *self.globals, *places]
        effects = [("e0", UINT), ("e1", SCHAR), ("e2", DOUBLE)]
        self.make = Expressions(self.rng, self.places, effects, functions)
        for _ in range(self.statements):
            self._statement(2)
            name, kind = self.rng.choice([*self.places, *effects])
            self._show(name, kind)
        for name, kind in [*self.places, *effects]:
            self._show(name, kind)

    def _show(self, name: str, kind: Type) -> None:
        self.lines.append(f"{'REAL' if kind.floating else 'INTEGER'}({self.shown}, {name});")
        self.shown += 1

    def _statement(self, depth: int) -> None:
        makers = [self._assign] * 4 + [self._compound] * 3 + [self._step]
        if depth > 0:
            makers += [self._if, self._loop, self._switch, self._jump, self._copy, self._shadow, self._pointer]
        self.rng.choice(makers)(depth - 1)

    def _assign(self, depth: int) -> None:
        name, kind = self.rng.choice(self.places)
        self.lines.append(f"{name} = {self.make.as_type(kind, self.make.full(3))};")

    def _compound(self, depth: int) -> None:
        name, kind = self.rng.choice(self.places)
        if kind is BOOL:
            self.lines.append(f"{name} {self.rng.choice(('|=', '&=', '^=', '+='))} {self.make.integer(2)[0]};")
        elif kind.floating:
            self.lines.append(f"{name} {self.rng.choice('+-*/')}= {self.make.pure(2)[0]};")
        elif name[0] in "vg" and self.rng.random() < 0.1:
            self.lines.append(
                f"{name} {self.rng.choice(('*= 0.5', '/= 2.0f', '/= -4.0' if kind.signed else '*= 0.25f'))};"
            )
        elif self.rng.random() < 0.3:
            self.lines.append(f"{name} {self.rng.choice(('<<', '>>'))}= {self.make.integer(1)[0]} & 15;")
        elif self.rng.random() < 0.3:
            self.lines.append(f"{name} {self.rng.choice('/%')}= ({self.make.integer(1)[0]} & 63) + 2;")
        else:
            self.lines.append(f"{name} {self.rng.choice('+-*&|^')}= {self.make.integer(2)[0]};")

    def _step(self, depth: int) -> None:
        name, _ = self.rng.choice([p for p in self.places if p[1] is not BOOL])
        self.lines.append(self.rng.choice((f"{name}++;", f"--{name};", f"++{name};", f"{name}--;")))

    def _block(self, depth: int) -> None:
        for _ in range(self.rng.randint(1, 2)):
            self._statement(depth)

    def _if(self, depth: int) -> None:
        self.lines.append(f"if ({self.make.full(2)[0]}) {{")
        self._block(depth)
        if self.rng.random() < 0.6:
            self.lines.append("} else {")
            self._block(depth)
        self.lines.append("}")

    def _loop(self, depth: int) -> None:
        self.loops += 1
        counter, times = f"k{self.loops}", self.rng.randint(1, 4)
        self.lines.append(f"{{ int {counter} = 0;")
        shape = self.rng.choice(("for", "while", "do"))
        opening = {
            "for": f"for ({counter} = 0; {counter} < {times}; {counter}++) {{",
            "while": f"while ({counter}++ < {times}) {{",
            "do": "do {",
        }
        self.lines.append(opening[shape])
        self._block(depth)
        word = self.rng.choice(("continue", "break"))
        self.lines.append(f"if ({self.make.pure(1)[0]}) {word};")
        self._block(depth)
        self.lines.append(f"}} while (++{counter} < {times}); }}" if shape == "do" else "} }")

    def _switch(self, depth: int) -> None:
        self.lines.append(f"switch ({self.make.integer(2)[0]} & 7) {{")
        for label in ("case 0:", "case 2: case 3:", "case MIDDLE - 95:", "default:", "case 3 * 2 + 1:"):
            self.lines.append(label + " {")
            self._block(depth)
            self.lines.append("} break;" if self.rng.random() < 0.6 else "}")
        self.lines.append("}")

    def _jump(self, depth: int) -> None:
        self.loops += 1
        label, out, counter = f"again{self.loops}", f"out{self.loops}", f"k{self.loops}"
        self.lines.append(f"{{ int {counter} = 0; {label}:;")
        self._block(depth)
        self.lines.append(f"if (++{counter} < 3) goto {label};")
        self.lines.append(f"if ({self.make.pure(1)[0]}) goto {out};")
        self._block(depth)
        self.lines.append(f"{out}:; }}")

    def _copy(self, depth: int) -> None:
        self.lines.append(self.rng.choice((
            "r1 = r2;", "*pr = gr;", "gr = r1;", "r1.in = pr->in;", "pr = pr == &r1 ? &r2 : &r1;", "pun.f = 1.5f;",
            "{ Pun other = pun; other.b[1]++; pun = other; }",
            "{ Record local = *pr; local.in.n[1] += 3; r2 = local; }",
            "{ Inner *q = &r1.in; q->n[l0 & 1]--; q[0].d = q->a; }",
        )))  # fmt: skip

    def _shadow(self, depth: int) -> None:
        made = self.make.full(2)
        self.lines.append(
            f"{{ {made[1].name} fresh = {made[0]}, i0 = fresh != 0; {{ long i0 = 5; l0 += i0; }} *pi -= i0; }}"
        )

    def _pointer(self, depth: int) -> None:
        self.lines.append(self.rng.choice((
            "pi = &i0;", "pi = &i1;", "pi = grid[1] + (l0 & 3);", "pi = &pr->in.n[e0 & 1];",
            "pi = &grid[2][1]; pi -= 2; *pi++ += 5;",
            "l0 += &grid[2][1] - &grid[0][3];", "l0 += (int)(pi == &i0) + (int)(&table[3] < &table[e0 & 7]);",
            "{ unsigned char *raw = (unsigned char *)&v7; raw[1] ^= 0x5a; e1 = raw[e0 & 3]; }",
            "{ int (*row)[4] = grid + 1; row[0][2] += (*(row + 1))[0]; (**row)++; }",
            "{ Record *both[2] = {&r1, &r2}, **pp = both; (*++pp)->g--; both[0]->l <<= 1; }",
            "l0 += sizeof(Record) + sizeof pun + sizeof grid[0] + sizeof(Inner) + sizeof v5 * 3;",
        )))  # fmt: skip


def asserting(text: str, printed: str, wrong: int | None = None) -> str:
    """The program with assertions that it shows what was printed; a wrong one for number `wrong`."""
    head = ["#define ASSERTING"]
    for line in printed.splitlines():
        number, value = line.split()
        if value == "nan":
            head.append(f"#define REAL_{number}(x) ((x) != (x)){' == 0' * (int(number) == wrong)}")
        elif "p" in value or value.endswith("inf"):
            real = {"inf": "(1e308 * 10)", "-inf": "(-1e308 * 10)"}.get(value, value)
            head.append(f"#define REAL_{number}(x) ((x) {'!=' if int(number) == wrong else '=='} {real})")
        else:
            head.append(f"#define WANT_{number} 0x{int(value, 16) ^ (int(number) == wrong):x}ull")
    return "\n".join([*head, text])


INPUTS = ("constant", "equal", "bounded", "implied")
"""How far the inputs of a program are from constants."""


def input_macros(how: str) -> str:
    """INPUT_TYPE(x): leaves x, or gives it an arbitrary value that is assumed to be the old one: at once, by
    bounds, or through a multiplication without inverse in sight. NaN and zeros, which == does not tell apart, stay."""
    lines = []
    for kind in ALL:
        word = kind.name.replace(" ", "_")
        nondet = "nondet_" + word.replace("unsigned_", "u").replace("signed_", "s").replace("long_long", "longlong")
        assumed = "x <= old && !(x < old)" if how == "bounded" else "x == old"
        if how == "implied" and not kind.floating:
            assumed = "x * 3 == old * 3"
        condition = "old == old && old != 0" if kind.floating else "1"
        effect = f"{kind.name} old = x; if ({condition}) {{ x = {nondet}(); __ESBMC_assume({assumed}); }}"
        lines.append(f"#define INPUT_{word}(x)" + (f" do {{ {effect} }} while (0)" if how != "constant" else ""))
    return "\n".join(lines) + "\n"
