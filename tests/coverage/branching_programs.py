"""Random host programs in C that branch in every way there is, a statement on each line. They take no inputs and end,
and compute with unsigned numbers alone, so nothing in them is undefined."""

import random
from textwrap import indent

START = """#define EITHER(a, b) ((a) > (b) ? (a) - (b) : (b) - (a))
#define BUMP(x) if ((x) & 1u) x += 3u; else x ^= 5u
unsigned sum = 1u;
"""


def branching_program(seed: int) -> str:
    """A program."""
    writer = _Writer(random.Random(seed))
    functions = [writer.function(number) for number in range(writer.choice.randrange(2, 5))]
    return "\n".join((START, *functions, writer.main()))


class _Writer:
    def __init__(self, choice: random.Random) -> None:
        self.choice = choice
        self.functions = 0
        self.loops = 0
        self.labels = 0
        self.statements = (
            (self._assign, 6), (self._if, 5), (self._if_else, 4), (self._for, 3), (self._while, 2), (self._do, 2),
            (self._switch, 2), (self._call, 3), (self._return, 1), (self._leave, 2), (self._goto, 1), (self._macro, 1),
            (self._choose, 2), (self._one_line, 1),
        )  # fmt: skip

    def function(self, number: int) -> str:
        """A function of two numbers, which calls those before it."""
        body = self._body(2, in_loop=False)
        self.functions = number + 1
        return f"unsigned f{number}(unsigned a, unsigned b)\n{{\n{indent(body, '    ')}    return a + b;\n}}"

    def main(self) -> str:
        """All of it. The first functions may stay without a call."""
        body = "".join(self._call(1, in_loop=False) for _ in range(self.choice.randrange(3)))
        text = "unsigned a = 3u;\nunsigned b = 8u;\n" + body + self._body(3, in_loop=False) + "return 0;\n"
        return f"int main(void)\n{{\n{indent(text, '    ')}}}\n"

    # ------------------------------------------------------------ statements

    def _body(self, depth: int, *, in_loop: bool) -> str:
        found = ""
        for _ in range(self.choice.randrange(1, 4)):
            kinds, weights = zip(*self.statements, strict=True)
            found += self.choice.choices(kinds, weights)[0](depth, in_loop)
        return found

    def _block(self, depth: int, in_loop: bool) -> str:
        return indent(self._body(depth - 1, in_loop=in_loop) if depth > 0 else self._assign(0, in_loop), "    ")

    def _assign(self, depth: int, in_loop: bool) -> str:
        target, number = self._variable(), self._number()
        ways = ("+=", "^=") if number == target else ("+=", "^=", "=")
        return f"{target} {self.choice.choice(ways)} {number};\n"

    def _if(self, depth: int, in_loop: bool) -> str:
        return f"if ({self._condition()}) {{\n{self._block(depth, in_loop)}}}\n"

    def _if_else(self, depth: int, in_loop: bool) -> str:
        first, second = self._block(depth, in_loop), self._block(depth, in_loop)
        return f"if ({self._condition()}) {{\n{first}}} else {{\n{second}}}\n"

    def _one_line(self, depth: int, in_loop: bool) -> str:
        return f"if ({self._condition()})\n    sum += 7u;\n"

    def _for(self, depth: int, in_loop: bool) -> str:
        i, rounds = self._counter(), self.choice.randrange(1, 5)
        return f"for (unsigned {i} = 0u; {i} < {rounds}u; {i}++) {{\n{self._block(depth, True)}}}\n"

    def _while(self, depth: int, in_loop: bool) -> str:
        i = self._counter()
        rounds = self.choice.randrange(1, 4)
        return f"unsigned {i} = 0u;\nwhile ({i} < {rounds}u) {{\n    {i}++;\n{self._block(depth, True)}}}\n"

    def _do(self, depth: int, in_loop: bool) -> str:
        i = self._counter()
        rounds = self.choice.randrange(1, 4)
        return f"unsigned {i} = 0u;\ndo {{\n    {i}++;\n{self._block(depth, True)}}} while ({i} < {rounds}u);\n"

    def _switch(self, depth: int, in_loop: bool) -> str:
        cases = ""
        for value in range(self.choice.randrange(1, 4)):
            ends = "    break;\n" if self.choice.random() < 0.7 else ""
            cases += f"case {value}: {{\n{self._block(depth, False)}{ends}}}\n"
        if self.choice.random() < 0.7:
            cases += f"default: {{\n{self._block(depth, False)}}}\n"
        return f"switch ({self._variable()} % 4u) {{\n{cases}}}\n"

    def _call(self, depth: int, in_loop: bool) -> str:
        if not self.functions:
            return self._assign(depth, in_loop)
        return f"sum += f{self.choice.randrange(self.functions)}({self._number()}, {self._variable()});\n"

    def _return(self, depth: int, in_loop: bool) -> str:
        return f"if ({self._condition()})\n    return 0;\n" if self.choice.random() < 0.8 else ""

    def _leave(self, depth: int, in_loop: bool) -> str:
        if not in_loop:
            return self._assign(depth, in_loop)
        return f"if ({self._condition()})\n    {self.choice.choice(('break', 'continue'))};\n"

    def _goto(self, depth: int, in_loop: bool) -> str:
        self.labels += 1
        skipped = self._assign(depth, in_loop)
        return f"if ({self._condition()})\n    goto out{self.labels};\n{skipped}out{self.labels}:\nsum++;\n"

    def _macro(self, depth: int, in_loop: bool) -> str:
        return self.choice.choice((f"sum += EITHER({self._variable()}, {self._number()});\n", "BUMP(sum);\n"))

    def _choose(self, depth: int, in_loop: bool) -> str:
        return f"sum += {self._comparison()} ? {self._number()} : {self._number()} / 3u;\n"

    # ------------------------------------------------------------ expressions

    def _counter(self) -> str:
        self.loops += 1
        return f"i{self.loops}"

    def _variable(self) -> str:
        return self.choice.choice(("a", "b", "sum"))

    def _number(self) -> str:
        return self.choice.choice((f"{self.choice.randrange(20)}u", self._variable(), f"{self._variable()} + 1u"))

    def _comparison(self) -> str:
        return f"{self._variable()} % {self.choice.randrange(2, 6)}u {self.choice.choice(('<', '==', '!='))} 1u"

    def _condition(self) -> str:
        first, second = self._comparison(), self._comparison()
        joined = self.choice.choice(("&&", "||"))
        return self.choice.choice((first, first, f"!({first})", f"{first} {joined} {second}",
                                   f"{first}\n        {joined} {second}"))  # fmt: skip
