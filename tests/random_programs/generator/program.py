"""A random program from a seed."""

from collections.abc import Iterator
from itertools import count
from random import Random

from tests.random_programs.generator.host import Host, host_body
from tests.random_programs.generator.kernels import make_kernel
from tests.random_programs.generator.scope import Array, Number, Scope, array_name, variable
from tests.random_programs.generator.sharpen import sharpen
from tests.random_programs.language.c_types import ELEMENTS, INT
from tests.random_programs.language.tree import Global, Input, Program

RISKS = (0.0, 0.02, 0.02, 0.05, 0.1)
RANGES = ((0, 1), (0, 3), (0, 3), (1, 4), (-1, 2), (0, 7), (2, 5), (-4, 3), (1, 2))
MOST_ASSIGNMENTS = 32


def fresh_names() -> Iterator[str]:
    return (f"v{k}" for k in count())


def random_program(seed: int) -> Program:
    random = Random(seed)
    names = fresh_names()
    risk = random.choice(RISKS)
    inputs = random_inputs(random)
    globals = tuple(random_global(random, k) for k in range(random.randrange(3)))
    outer = Scope(random, risk, names)
    contracts = [make_kernel(outer, f"kernel{k}", globals) for k in range(random.choice((1, 1, 2)))]
    host = Host(random, risk, names, contracts=contracts)
    host.numbers = [Number(variable(i.name, INT), i.low, i.high) for i in inputs]
    host.arrays = [Array(array_name(g.name, g.type), g.type, g.count, "host") for g in globals if not g.device]
    host.symbols = [Array(array_name(g.name, g.type), g.type, g.count, "device") for g in globals if g.device]
    body = host_body(host)
    return sharpen(Program(inputs, globals, tuple(c.kernel for c in contracts), body), random, risk)


def random_inputs(random: Random) -> tuple[Input, ...]:
    inputs: list[Input] = []
    assignments = 1
    for k in range(random.choice((1, 1, 2, 2, 3))):
        low, high = random.choice(RANGES)
        if assignments * (high - low + 1) <= MOST_ASSIGNMENTS:
            assignments *= high - low + 1
            inputs.append(Input(f"in{k}", low, high))
    return tuple(inputs)


def random_global(random: Random, k: int) -> Global:
    type = random.choice((INT, *ELEMENTS))
    size = random.randint(1, 6)
    values = tuple(random.randrange(max(type.low, -9), 10) for _ in range(random.randint(0, size)))
    return Global(f"g{k}", type, size, random.random() < 0.5, values)
