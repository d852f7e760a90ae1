"""Random kernels in which much depends on what loops, barriers and pointers leave in registers.

Most of what a kernel does is free of races by its pattern; a probe then breaks something where a condition on its
variables holds. A prover that wrongly takes a condition for impossible proves such a kernel.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")
Choose = Callable[[Sequence[T]], T]
"""Picks one of a sequence."""

HEAD = "__global__ void k(int *a, int *b, const int *c, const int *d, int n, int m) {"
VARIABLES = ("x", "y")
MOST_STATEMENTS = 9


class RandomKernel:
    """Writes one kernel."""

    def __init__(self, choose: Choose) -> None:
        self._choose = choose
        self._counters: list[str] = []
        self._made = 0
        self._lines: list[str] = []
        self._left = choose(range(3, MOST_STATEMENTS))

    def source(self) -> str:
        """The whole text."""
        self._lines = [HEAD, "    __shared__ int s[64]; __shared__ int z[2];"]
        self._line("int t = threadIdx.x, x = 0, y = 0; unsigned w = ~0u;", 1)
        self._line(f"const int *p = {self._choose(['c', 'd', '0'])}, *q = {self._choose(['c', 'd', 'c + 1'])};", 1)
        if self._choose([False, True]):
            self._line("x = blockIdx.x;", 1)
        while self._left > 0:
            self._statement(1, together=True)
        self._probe(1)
        return "\n".join([*self._lines, "}"]) + "\n"

    def _line(self, text: str, depth: int) -> None:
        self._lines.append("    " * depth + text)

    # ------------------------------------------------------------ expressions

    def _atom(self) -> str:
        known = ["x", "y", "t", "n", "m", "0", "1", "2", "3", *self._counters, *self._counters, "x", "y"]
        return self._choose([*known, "(int)blockDim.x", "c[t]", "d[0]"])

    def _expression(self, depth: int = 2) -> str:
        if depth == 0 or self._choose(range(3)) == 0:
            return self._atom()
        one, other = self._expression(depth - 1), self._atom()
        return self._choose([
            f"({one} + {other})", f"({one} - {other})", f"({one} + 1)", f"({one} - 1)", f"{one} * 2", f"({one} & 1)",
            f"({one} ^ 1)", f"{one} % 3", f"{one} / 2", f"({one} >> 1)", f"({one} < {other} ? {one} : {other})",
            f"(unsigned char)({one})", f"(int)((unsigned){one} % 5u)", f"({one} | {other})", f"({one} ^ {other})",
        ])  # fmt: skip

    def _condition(self) -> str:
        one, op = self._atom(), self._choose(["==", "==", "!=", "<", ">", "<=", ">="])
        return f"{one} {op} {self._atom()}" if self._choose(range(3)) else f"{self._expression(1)} {op} {self._atom()}"

    def _number(self) -> str:
        return self._choose([*VARIABLES, *self._counters, *self._counters])

    # ------------------------------------------------------------ statements

    def _probe(self, depth: int) -> None:
        """What breaks something if a condition holds."""
        parts = [f"{self._number()} {self._choose(['==', '!=', '<', '>'])} {self._choose([*'0123', *VARIABLES])}"]
        parts += [self._condition() for _ in range(self._choose([0, 1, 1, 2]))]
        condition = " && ".join(parts)
        self._line(self._choose([f"if ({condition}) a[0] = t;", f"assert(!({condition}));"]), depth)

    def _statement(self, depth: int, *, together: bool) -> None:
        """One statement, by threads that come here `together`, as far as the text tells."""
        self._left -= 1
        kinds: list[Callable[[int], None]] = [self._set, self._set, self._read, self._point, self._own, self._warp]
        if together:
            kinds += [self._leader, self._neighbour, self._barrier]
        if self._counters:
            kinds += [self._jump]
        if depth < 4:
            kinds += [self._if, lambda at: self._loop(at, together), lambda at: self._loop(at, together)]
        if depth > 1 and self._choose(range(4)) == 0:
            kinds = [self._probe]
        self._choose(kinds)(depth)

    def _set(self, depth: int) -> None:
        name = self._choose(VARIABLES)
        self._line(self._choose([
            f"{name} = {self._expression()};", f"{name} += {self._expression(1)};", f"{name}++;", f"{name} *= 2;",
            f"{name} = {self._choose(VARIABLES)} + {self._atom()};", f"{name} ^= {self._atom()};",
        ]), depth)  # fmt: skip

    def _read(self, depth: int) -> None:
        name = self._choose(VARIABLES)
        self._line(self._choose([
            f"{name} = c[t];", f"{name} += *q;", f"if (p) {name} += *p;", f"{name} = atomicAdd(&b[t], 1);",
            f"{name} += p == q;", f"if (p) {name} += 1; else {name} += 2;", f"{name} = atomicAdd(&b[t], 1) & 1;",
            f"{name} = z[0];", f"{name} += z[1];",
        ]), depth)  # fmt: skip

    def _point(self, depth: int) -> None:
        self._line(self._choose([
            "p = q;", "q = p ? p : q;", "p = c;", "q = d;", "q = q + 1;", "p = c + 1;", "q = q == c ? d : c;",
            f"q = {self._condition()} ? c + 1 : q;", "{ const int *r = q; if (p) { q = p; p = r; } }",
        ]), depth)  # fmt: skip

    def _own(self, depth: int) -> None:
        index = self._choose(["t", "t", "t", "t", "t + 1", "(t + 1) % 64", "2 * t", "t ^ 1"])
        self._line(f"s[{index}] = {self._expression(1)};", depth)

    def _leader(self, depth: int) -> None:
        at = self._choose("01")
        if self._choose(range(8)):
            self._line("__syncthreads();", depth)
        self._line(f"if (t == 0) z[{at}] = {self._expression(1)};", depth)
        if self._choose(range(8)):
            self._line("__syncthreads();", depth)
        self._line(f"{self._choose(VARIABLES)} {self._choose(['=', '+='])} z[{self._choose([at, '0'])}];", depth)

    def _neighbour(self, depth: int) -> None:
        self._line(f"s[t] = {self._expression(1)};", depth)
        self._line("__syncthreads();", depth)
        other = self._choose(["(t + 1) % blockDim.x", "t ^ 1", "blockDim.x - 1 - t", "0", "t"])
        self._line(f"{self._choose(VARIABLES)} = s[{other}];", depth)
        if self._choose(range(4)):
            self._line("__syncthreads();", depth)

    def _barrier(self, depth: int) -> None:
        told = f"{self._choose(VARIABLES)} = __syncthreads_or({self._condition()});"
        self._line(self._choose(["__syncthreads();", "__syncthreads();", told]), depth)

    def _warp(self, depth: int) -> None:
        """What the threads of a warp tell each other."""
        mask = self._choose(["~0u", "~0u", "~0u", "3", "w"])
        told = self._choose(["any", "all", "ballot"])
        meet, other = f"__syncwarp({mask});", self._choose(["(t ^ 1)", "0", "(t + 1) % 4"])
        lines = self._choose([
            [f"s[t] = {self._expression(1)};", meet, f"{self._choose(VARIABLES)} = s[{other}];", meet],
            [f"s[t] = {self._expression(1)};", meet, f"{self._choose(VARIABLES)} += s[{other}];"],
            [f"if (t == 0) z[1] = {self._expression(1)};", meet, f"{self._choose(VARIABLES)} = z[1];", meet],
            [f"a[t] = {self._expression(1)};", meet, f"a[{other}] = 1;"],
            [f"{self._choose(VARIABLES)} = __{told}_sync({mask}, {self._condition()});"],
            [f"w = __ballot_sync(~0u, {self._condition()});"],
            [meet],
        ])  # fmt: skip
        for line in lines:
            self._line(line, depth)

    def _jump(self, depth: int) -> None:
        how = self._choose(["break;", "continue;", "continue;", "return;"])
        self._line(f"if ({self._condition()}) {how}", depth)

    def _if(self, depth: int) -> None:
        self._line(f"if ({self._condition()}) {{", depth)
        self._body(depth, together=self._choose(range(3)) == 0)
        if self._choose([False, True]):
            self._line("} else {", depth)
            self._body(depth, together=False)
        self._line("}", depth)

    def _body(self, depth: int, *, together: bool) -> None:
        for _ in range(self._choose([1, 1, 2, 3])):
            self._statement(depth + 1, together=together)

    def _loop(self, depth: int, together: bool) -> None:
        i = f"i{self._made}"
        self._made += 1
        end = self._choose(["n", "n", "m", "3", "2", "(int)blockDim.x", *(["t"] if not together else []), "x"])
        start = self._choose(["0", "0", "0", "1", *(["t"] if not together else [])])
        type = self._choose(["int", "int", "int", "unsigned", "unsigned char", "short"])
        while_, head = "", self._choose([
            f"for ({type} {i} = {start}; {i} < {end}; {i}++) {{",
            f"for ({type} {i} = {start}; {i} < {end}; {i} += 2) {{",
            f"for (int {i} = {end}; {i} > {start}; {i}--) {{",
            f"for (int {i} = {end}; {i} > 0; {i} /= 2) {{",
            f"for (int {i} = 1; {i} < {end}; {i} *= 2) {{",
            "do",
        ])  # fmt: skip
        if head == "do":
            self._line(f"int {i} = {start};", depth)
            head = "do {"
            while_ = self._choose([f" while (++{i} < {end});", f" while ({i} < 4 && {self._condition()});"])
        self._line(head, depth)
        self._counters.append(i)
        if "++" not in while_ and while_:
            self._line(f"{i}++;", depth + 1)
        self._body(depth, together=together)
        self._counters.pop()
        self._line("}" + while_, depth)


def random_kernel(choose: Choose) -> str:
    """The text of one kernel, `k`."""
    return RandomKernel(choose).source()
