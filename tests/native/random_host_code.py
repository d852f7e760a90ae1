"""Random host programs in C: numbers of all widths, pointers into all kinds of memory, bytes of both, and calls.

Half of the programs keep to the rules of C. The others break one now and then: what an index, an offset or a divisor is
kept within is left out.
"""

import random
from textwrap import indent

INTEGERS = ("int", "unsigned", "long", "unsigned long", "short", "unsigned char", "signed char")
NUMBERS = (*INTEGERS, "float", "double")
BYTES = 64
"""Of each object that pointers lead to; pointers are kept in its first half, and accesses within 16 bytes of them."""

START = """
struct record { char c; int i; double d; char *p; short h[3]; };
union bytes { char *p; unsigned long n; double d; float f[2]; unsigned char c[8]; };
static char common[64];
static char *table[8];
static struct record records[4];
static unsigned long sum;
static int up(const void *a, const void *b) { common[1]++; return *(const char *)a - *(const char *)b; }
static char *fresh(int n) { char *p = (char *)malloc(64); memset(p, n, 64); return p; }
"""
VARIABLES = {
    "int": "i", "unsigned": "u", "long": "l", "unsigned long": "m", "short": "s", "unsigned char": "b",
    "signed char": "c", "float": "f", "double": "d",
}  # fmt: skip
ODD = {
    "index": ("9", "-1", "1l << 62", "0x7ffffffffffffff9", "(1l << 35)", "-(1l << 21)"),
    "number": ("0", "1", "-1", "127", "-128", "255", "32768", "2147483647", "-2147483647 - 1", "0x7fffffffffffffff"),
    "float": ("0.0", "-0.0", "1e-310", "1e300", "0.1", "1.5f", "3e38f", "1e-40f", "16777217.0"),
}


def random_host_code(seed: int) -> str:
    """A program."""
    writer = _Writer(random.Random(seed))
    functions = [writer.function(number) for number in range(writer.choice.randrange(1, 3))]
    return "\n".join((START, *functions, writer.main()))


class _Writer:
    def __init__(self, choice: random.Random) -> None:
        self.choice = choice
        self.risk = choice.choice((0.0, 0.02, 0.05, 0.1))
        self.functions = 0
        self.loops = 0
        self.statements = (
            (self._number, 8), (self._store, 5), (self._move, 4), (self._block, 3), (self._remember, 3),
            (self._bytes_of_pointer, 2), (self._record, 2), (self._compare, 2), (self._call, 3), (self._sum, 3),
            (self._renew, 1), (self._print, 1), (self._sort, 1),
        )  # fmt: skip

    # ------------------------------------------------------------ functions

    def function(self, number: int) -> str:
        """A function of an int and a pointer, which calls those before it."""
        body = self._body(depth=1, count=self.choice.randrange(2, 5))
        self.functions = number + 1
        again = f"if (n > 0 && n < 9) p = f{number}(n - 1, p);\n" if self.choice.random() < 0.3 else ""
        result = "own" if self._risky() else self.choice.choice(("p", "p", "q", "common"))
        return f"static char *f{number}(int n, char *p) {{\n{indent(self._locals() + again + body, '    ')}\n" \
               f"    return {result};\n}}"  # fmt: skip

    def main(self) -> str:
        """The whole of it, in a loop, and the sum of what was computed."""
        body = self._body(depth=2, count=self.choice.randrange(4, 9))
        rounds = self.choice.randrange(2, 5)
        loop = f"for (n = 0; n < {rounds}; n++) {{\n{indent(body, '    ')}\n}}\n"
        tables = "for (n = 0; n < 8; n++) table[n] = common + n;\n"
        end = 'printf("%lu", sum);\nreturn 0;\n'
        text = "int n = 0;\nchar *p = fresh(3);\n" + self._locals() + tables + loop + end
        return f"int main(void) {{\n{indent(text, '    ')}}}"

    def _locals(self) -> str:
        unset = self._risky()
        numbers = "".join(f"{kind} {name} = {self.choice.randrange(100)};\n" for kind, name in VARIABLES.items())
        own = "char own[64];\n" if unset else f"char own[64] = {{{self.choice.randrange(9)}}};\n"
        return numbers + own + "char *q = own;\nunion bytes x;\nx.n = 0;\n"

    def _body(self, depth: int, count: int) -> str:
        return "\n".join(self._statement(depth) for _ in range(count))

    def _statement(self, depth: int) -> str:
        if depth and self.choice.random() < 0.25:
            return self.choice.choice((self._loop, self._loop, self._if, self._switch))(depth - 1)
        makers, weights = zip(*self.statements, strict=True)
        return str(self.choice.choices(makers, weights)[0]())

    # ------------------------------------------------------------ statements

    def _loop(self, depth: int) -> str:
        self.loops += 1
        k, rounds = f"k{self.loops}", self.choice.randrange(1, 7)
        way = self.choice.choice(("", f"if ({self._integer()} % 7 == 3) break;\n", f"if ({k} == 2) continue;\n"))
        block = "char *q = own;\n" if self.choice.random() < 0.7 else "char own[64] = {1};\nchar *q = own;\n"
        body = indent(block + way + self._body(depth, self.choice.randrange(1, 4)), "    ")
        if self.choice.random() < 0.3:
            return f"{{ int {k} = 0; do {{\n{body}\n}} while (++{k} < {rounds}); }}"
        return f"for (int {k} = 0; {k} < {rounds}; {k}++) {{\n{body}\n}}"

    def _if(self, depth: int) -> str:
        both = [indent(self._body(depth, self.choice.randrange(1, 3)), "    ") for _ in range(2)]
        return f"if ({self._integer()} & {self.choice.choice((1, 2, 3))}) {{\n{both[0]}\n}} else {{\n{both[1]}\n}}"

    def _switch(self, depth: int) -> str:
        cases = "".join(
            f"case {n}:\n{indent(self._body(depth, 1), '    ')}\n" + self.choice.choice(("", "    break;\n"))
            for n in range(3)
        )
        return f"switch ({self._integer()} & 3) {{\n{cases}default: u++;\n}}"

    def _number(self) -> str:
        kind = self.choice.choice(NUMBERS)
        value = self._integer() if kind in INTEGERS else self._float()
        if self.choice.random() < 0.2:
            value = self._load()
        return f"{VARIABLES[kind]} {self.choice.choice(('=', '=', '+=', '-=', '*='))} {value};"

    def _store(self) -> str:
        kind = self.choice.choice(NUMBERS)
        value = self._integer() if kind in INTEGERS else self._float()
        return f"*({kind} *)({self._place()}) = {value};"

    def _move(self) -> str:
        return f"{self.choice.choice('pq')} = {self._pointer()};"

    def _block(self) -> str:
        size = "-1" if self._risky() else "200" if self._risky() else f"({self._integer()} & 15)"
        to, source = self._pointer(), self._pointer()
        return self.choice.choice((
            f"memset({to}, {self._integer()}, {size});", f"memmove({to}, {source}, {size});",
            f"memcpy({to} + 32, own, {size});" if self._risky() else f"memmove({to} + 3, {source}, {size});",
        ))  # fmt: skip

    def _remember(self) -> str:
        return f"table[{self._index()}] = {self.choice.choice('pq') if self._risky() else self._lasting()};"

    def _bytes_of_pointer(self) -> str:
        return self.choice.choice((
            "x.p = q; for (int k = 0; k < 8; k++) ((char *)&p)[k] = x.c[k]; p = fresh(1);",
            "x.p = q; q = (char *)x.n;", "x.p = p; { union bytes y; y.d = x.d; sum += y.p == p; }",
            "x.p = q; { union bytes y; y.f[0] = x.f[0]; y.f[1] = x.f[1]; q = y.p; }",
            "memcpy(&x, &q, 8); sum += x.n & 15; memcpy(&q, &x, 8);", f"x.c[{self._index()}] ^= 1; sum += x.c[2];",
            f"x.n = (unsigned long)q; q = (char *)(x.n ^ {self.choice.choice((0, 0, 1, 8))}); q = own;",
        ))  # fmt: skip

    def _record(self) -> str:
        one, other = f"records[{self._index()} & 3]", f"records[{self._index()} & 3]"
        return self.choice.choice((
            f"{one} = {other};", f"{one}.d = {self._float()};", f"{one}.i += {self._integer()};",
            f"{one}.p = {self._lasting()};", f"if ({one}.p) q = {one}.p;", f"sum += {one}.h[{self._index()} & 1];",
        ))  # fmt: skip

    def _compare(self) -> str:
        test = self.choice.choice(("==", "!=", "<", "<="))
        other = self.choice.choice(("0", self._pointer())) if test in ("==", "!=") else self._pointer()
        return f"sum = sum * 3 + ({self.choice.choice('pq')} {test} {other});"

    def _call(self) -> str:
        if not self.functions:
            return self._sum()
        result = self.choice.choice(("", "p = ", "q = "))
        call = f"{result}f{self.choice.randrange(self.functions)}({self._integer()} & 7, {self.choice.choice('pq')});"
        kept = " p = common;" if result == "p = " and self.choice.random() < 0.5 else ""
        return call + kept

    def _sum(self) -> str:
        value = self.choice.choice((self._integer(), self._load(), "(q - own)" if self._risky() else "(p != q)"))
        return f"sum = sum * 31 + (unsigned long)(long){value};"

    def _renew(self) -> str:
        free = "free(p); " if self._risky() else ""
        return f"{free}p = fresh({self.choice.randrange(9)});"

    def _print(self) -> str:
        return f'printf("%d,", (int)({self._integer()}));'

    def _sort(self) -> str:
        return f"qsort(common, {self.choice.randrange(2, 7)}, 1, up);"

    # ------------------------------------------------------------ values

    def _integer(self, depth: int = 2) -> str:
        if not depth or self.choice.random() < 0.4:
            name = VARIABLES[self.choice.choice(INTEGERS)]
            return self.choice.choice((name, name, f"({self.choice.choice(ODD['number'])})"))
        a, b = self._integer(depth - 1), self._integer(depth - 1)
        odd = self._risky()
        return self.choice.choice((
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} & {b})", f"({a} | {b})", f"({a} ^ {b})",
            f"({a} < {b})", f"({a} == {b})", f"(~{a})", f"(- {a})", f"({a} ? {b} : u)", f"(({self._kind()}){a})",
            f"({a} / ({b}{'' if odd else ' | 1'}))", f"({a} % ({b}{'' if odd else ' | 1'}))",
            f"({a} << ({b}{'' if odd else ' & 31'}))", f"({a} >> ({b}{'' if odd else ' & 31'}))",
            f"(({self._kind()}){self._float(1)})",
        ))  # fmt: skip

    def _float(self, depth: int = 2) -> str:
        if not depth or self.choice.random() < 0.4:
            return self.choice.choice(("f", "d", self.choice.choice(ODD["float"])))
        a, b = self._float(depth - 1), self._float(depth - 1)
        return self.choice.choice((
            f"({a} + {b})", f"({a} - {b})", f"({a} * {b})", f"({a} / {b})", f"(- {a})", f"(float){a}", f"fabs({a})",
            f"({a} < {b} ? {a} : {b})", f"(double){self._integer(1)}", f"sqrt({a})", f"fmin({a}, {b})",
        ))  # fmt: skip

    def _kind(self) -> str:
        return self.choice.choice(INTEGERS)

    def _load(self) -> str:
        return f"*({self.choice.choice(INTEGERS)} *)({self._place()})"

    def _place(self) -> str:
        """An address, of which 8 bytes are within an object."""
        base = self.choice.choice(("p", "q", "own", "common"))
        if self._risky():
            return f"{base} + ({self.choice.choice(ODD['index'])})"
        return f"{base} + ({self._integer(1)} & 15)"

    def _pointer(self) -> str:
        """A pointer to at least 32 bytes, if nothing is risked."""
        if self._risky():
            return self.choice.choice(("(char *)0", "p + 60", "q - 1", f"p + ({self.choice.choice(ODD['index'])})"))
        return self.choice.choice(("p", "q", "own", "common", "own + 8", "common + 5", "p + (u & 3)", self._lasting()))

    def _lasting(self) -> str:
        """A pointer to what does not end."""
        return self.choice.choice(("common", "common + 7", "fresh(2)", f"table[{self._index()}]"))

    def _index(self) -> str:
        return f"({self._integer(1)}){'' if self._risky() else ' & 7'}"

    def _risky(self) -> bool:
        return self.choice.random() < self.risk
