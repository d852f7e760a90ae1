"""Random programs that write arrays in part, against an interpreter that runs them for all inputs."""

from collections.abc import Callable
from itertools import product
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from cudabmc import verify

SIZE = 4
Defined = dict[str, list[bool]]
"""Of the bytes of each array: were they written?"""

Meaning = Callable[[Defined, int, int], bool]
"""Runs a statement for the inputs n and c; answers whether what it decides was never written."""


def _index(random: Random) -> tuple[str, Callable[[int], int]]:
    if random.random() < 0.4:
        return "n", lambda n: n
    number = random.randrange(SIZE)
    return str(number), lambda n: number


def _write(random: Random) -> tuple[str, Meaning]:
    array, (at, where) = random.choice("ab"), _index(random)

    def run(defined: Defined, n: int, c: int) -> bool:
        defined[array][where(n)] = True
        return False

    return f"{array}[{at}] = {random.randrange(9)};", run


def _move(random: Random) -> tuple[str, Meaning]:
    to, of = random.choice(["ab", "ba"])
    (at, where), (source, whence) = _index(random), _index(random)

    def run(defined: Defined, n: int, c: int) -> bool:
        defined[to][where(n)] = defined[of][whence(n)]
        return False

    return f"{to}[{at}] = {of}[{source}] + 3;", run


def _copy(random: Random) -> tuple[str, Meaning]:
    to, of = random.choice(["ab", "ba"])
    size, count = _index(random)

    def run(defined: Defined, n: int, c: int) -> bool:
        defined[to][: count(n)] = defined[of][: count(n)]
        return False

    return f"memcpy({to}, {of}, {size});", run


def _decide(random: Random) -> tuple[str, Meaning]:
    array, (at, where) = random.choice("ab"), _index(random)
    return f"if ({array}[{at}] == 5) hits++;", lambda defined, n, c: not defined[array][where(n)]


def _guarded(random: Random) -> tuple[str, Meaning]:
    text, inner = random.choice([_write, _write, _move, _decide])(random)
    bound = random.randrange(1, SIZE)
    cond, holds = random.choice([("c", lambda n, c: c == 1), (f"n < {bound}", lambda n, c: n < bound)])
    return f"if ({cond}) {text}", lambda defined, n, c: holds(n, c) and inner(defined, n, c)


def _program(random: Random) -> tuple[str, bool]:
    """The text, and whether something that was never written decides for some inputs."""
    kinds = [_write, _write, _move, _copy, _guarded, _guarded, _guarded]
    steps = [random.choice(kinds)(random) for _ in range(random.randrange(2, 9))]
    steps += [random.choice([_decide, _guarded])(random) for _ in range(2)]
    body = "\n    ".join(text for text, _ in steps)
    text = f"""int main(void) {{
    unsigned char a[{SIZE}], b[{SIZE}];
    unsigned n = nondet_uint() & 3, c = nondet_uint() & 1;
    int hits = 0;
    {body}
    return 0;
}}
"""
    broken = False
    for n, c in product(range(SIZE), range(2)):
        defined = {"a": [False] * SIZE, "b": [False] * SIZE}
        broken |= any([run(defined, n, c) for _, run in steps])
    return text, broken


@given(st.integers(0, 2**32))
def test_what_was_never_written_is_found_where_it_decides_for_some_inputs(seed: int) -> None:
    text, broken = _program(Random(seed))
    result = verify(text)
    assert {v.prop for v in result.violations} == ({"uninitialised-use"} if broken else set()), text
    assert result.verdict.value == ("FAILED" if broken else "SUCCESSFUL"), text
