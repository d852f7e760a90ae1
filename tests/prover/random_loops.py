"""Random kernels with loops, and what their threads do: each kernel is text in C and a function in Python at once.

All numbers are 32-bit; a kernel in which an `int` overflows is not to be used.
"""

from dataclasses import dataclass, field
from random import Random
from textwrap import indent

THREADS = 4
NUMBERS = "abc"
_STEPS = 300


class NotUsable(Exception):
    """A run is too long, or a number overflows that must not."""


@dataclass
class ThreadRun:
    """What one thread has done. `checks` are the values of all variables where it has come to the check; `writes` are
    (number of barriers before, array, index)."""

    checks: list[dict[str, int]] = field(default_factory=list)
    writes: list[tuple[int, str, int]] = field(default_factory=list)
    barriers: list[int] = field(default_factory=list)
    steps: int = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps > _STEPS:
            raise NotUsable

    def check(self, **values: int) -> None:
        self.checks.append(values)

    def write(self, array: str, index: int) -> None:
        self.writes.append((len(self.barriers), array, index))

    def barrier(self, place: int) -> None:
        self.barriers.append(place)

    @staticmethod
    def signed(value: int) -> int:
        if not -(1 << 31) <= value < 1 << 31:
            raise NotUsable
        return value

    @staticmethod
    def unsigned(value: int) -> int:
        return value & 0xFFFFFFFF


class RandomLoops:
    """Makes the body of one kernel. With `pointers`, two pointers are moved as well."""

    def __init__(self, random: Random, *, checks: bool, pointers: bool = False) -> None:
        self._random = random
        self._pointers = pointers
        self._writes = not checks
        self._counters: list[str] = []
        self._places = 0
        self.type = random.choice(["int", "unsigned"])
        self._fit = "signed" if self.type == "int" else "unsigned"
        self._checks_left = int(checks)
        self.variables = [*NUMBERS]
        starts = {name: random.choice(["0", "1", "2", "n", "m", "t", "7", "t + 1"]) for name in NUMBERS}
        c = [f"{self.type} {name} = {start};" for name, start in starts.items()]
        python = [f"{name} = {start}" for name, start in starts.items()]
        if pointers:
            c += ["char *p = x, *q = x;"]
            python += ["p = q = x = 0"]
        loop = self._loop(random.choice([0, 0, 1]))
        c.append(loop[0])
        python.append(loop[1])
        if self._checks_left:
            more = self._check()
            c.append(more[0])
            python.append(more[1])
        if self._writes:
            more = self._write()
            c.append(more[0])
            python.append(more[1])
        self.c, self.python = "\n".join(c), "\n".join(python)

    def _expression(self) -> str:
        r = self._random
        a, b = r.choice(self.variables), r.choice([*self.variables, *self._counters, "1", "2", "3", "n", "m", "t"])
        forms = [f"{a} + {b}", f"{a} + {b}", f"{a} - {b}", f"{b}", f"{a} >> 1", f"{a} * 2", f"{a} ^ 1", f"{a} + 1"]
        if self._pointers and r.random() < 0.6:
            forms = [f"{a} + (p - x)", f"{a} + (q - p)", f"{a} + (p != x)", f"{a} + (p != q)"]
        return r.choice(forms)

    def _condition(self) -> str:
        r = self._random
        a = r.choice([*self.variables, *self._counters])
        forms = [f"{a} < {r.choice(['n', 'm', '3', '8'])}", f"({a} & 1) == 0", f"{a} != {r.choice('bn1')}", "t < 2"]
        return r.choice(forms)

    def _statements(self, depth: int) -> tuple[str, str]:
        found = [self._statement(depth) for _ in range(self._random.randint(1, 3))]
        return "\n".join(c for c, _ in found), "\n".join(python for _, python in found)

    def _statement(self, depth: int) -> tuple[str, str]:
        r = self._random
        kind = r.randrange(16)
        if kind < 2 and depth > 0:
            return self._loop(depth - 1)
        if kind == 2 and depth > 0:
            cond, (c, python) = self._condition(), self._statements(depth - 1)
            return f"if ({cond}) {{\n{indent(c, '    ')}\n}}", f"if {cond}:\n{indent(python, '    ')}"
        if kind == 3:
            a, b = r.sample(self.variables, 2)
            return f"{{ {self.type} old = {a}; {a} = {b}; {b} = old; }}", f"{a}, {b} = {b}, {a}"
        if kind == 4 and r.random() < 0.5:
            cond = self._condition()
            return f"if ({cond}) break;", f"if {cond}: break"
        if kind in (5, 6) and self._writes:
            return self._write()
        if kind == 7 and self._writes:
            self._places += 1
            return "__syncthreads();", f"run.barrier({self._places})"
        if kind in (8, 9) and self._checks_left:
            return self._check()
        if kind > 11 and self._pointers:
            return r.choice([
                ("p += 1;", "p += 1"), ("q = p;", "q = p"), ("{ char *o = p; p = q; q = o; }", "p, q = q, p"),
                ("p += 2;", "p += 2"), ("q = x + 1;", "q = x + 1"),
            ])  # fmt: skip
        name, value = r.choice(self.variables), self._expression()
        return f"{name} = {value};", f"{name} = run.{self._fit}({value})"

    def _loop(self, depth: int) -> tuple[str, str]:
        r = self._random
        counter = "ijk"[len(self._counters)]
        start = r.choice(["0", "0", "1", "t", "m"])
        kind = r.randrange(4)
        bound = r.choice(["n", "n", "m", "3", "4"])
        head, step = {
            0: (f"{counter} < {bound}", f"{counter} + 1"),
            1: (f"{counter} < {bound}", f"{counter} + {r.choice(['2', '3', f'{THREADS}'])}"),
            2: (f"{counter} > 0", f"{counter} >> 1"),
            3: (f"{counter} > 0", f"{counter} - 1"),
        }[kind]
        start = r.choice(["n", "m", "4", "8"]) if kind > 1 else start
        self._counters.append(counter)
        c, python = self._statements(depth)
        self._counters.pop()
        stepped = f"{counter} = run.signed({step})"
        return (
            f"for (int {counter} = {start}; {head}; {counter} = {step}) {{\n{indent(c, '    ')}\n}}",
            f"{counter} = {start}\nwhile {head}:\n    run.step()\n{indent(python, '    ')}\n    {stepped}",
        )

    def _check(self) -> tuple[str, str]:
        self._checks_left = 0
        seen = [*NUMBERS, *self._counters]
        return f"CHECK({', '.join(seen)})", f"run.check({', '.join(f'{name}={name}' for name in seen)}, n=n, m=m, t=t)"

    def _write(self) -> tuple[str, str]:
        r = self._random
        index = r.choice(["t", "t", r.choice([*self.variables, *self._counters]), f"{THREADS} * a + t"])
        if r.random() < 0.5:
            return f"tile[({index}) & 63] = t;", f"run.write('tile', ({index}) & 63)"
        return f"out[{index}] = t;", f"run.write('out', {index})"

    # ------------------------------------------------------------ use

    def run(self, n: int, m: int, thread: int) -> ThreadRun:
        """What a thread does. Raises NotUsable."""
        run = ThreadRun()
        exec(self.python, {"run": run, "n": n, "m": m, "t": thread})
        return run

    def kernel(self, name: str, check: str = "") -> str:
        """The text of the kernel; the condition `check` must hold where it is checked."""
        lines = [line if "CHECK(" not in line else f"assert({check});" for line in self.c.splitlines()]
        body = indent("\n".join(["int t = threadIdx.x;", *lines]), "    ")
        shared = "    __shared__ int tile[64];\n" if "tile" in body else ""
        return f"__global__ void {name}(int *out, char *x, int n, int m) {{\n{shared}{body}\n}}\n"


def refuted_check(random: Random, loops: RandomLoops, n: int, m: int) -> str:
    """A condition that a thread breaks, given these arguments; empty if it does not come to it. Raises NotUsable."""
    states = loops.run(n, m, random.randrange(THREADS)).checks
    if not states:
        return ""
    same = " && ".join(f"{name} == {value}" for name, value in random.choice(states).items())
    return f"!({same})"


def is_faulty(loops: RandomLoops, n: int, m: int) -> bool:
    """Do the threads of a block race, part at a barrier, or write in front of an array? Raises NotUsable."""
    runs = [loops.run(n, m, thread) for thread in range(THREADS)]
    if any(run.barriers != runs[0].barriers for run in runs):
        return True
    writes = [set(run.writes) for run in runs]
    if any(index < 0 for each in writes for _, _, index in each):
        return True
    return any(writes[a] & writes[b] for a in range(THREADS) for b in range(a))
