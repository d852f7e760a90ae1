"""Makes assertions sharp: bounds that values just keep, numbers that they just miss, and now and then one they take.

What the values are says the oracle. Without this nearly all random assertions would fail, or hold whatever is computed.
"""

from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from tests.random_programs.language.c_types import INT, IntType
from tests.random_programs.language.tree import Assert, Binary, Const, Expr, Program, Statement, binary, integer
from tests.random_programs.oracle.answers import observed_values


def sharpen(program: Program, random: Random, risk: float) -> Program:
    claims = {s: values for s, values in observed_values(program).items() if values}
    sharp = {s: Assert(claim(s, sorted(values), random, risk)) for s, values in claims.items()}
    made = rebuilt(program, sharp)
    assert isinstance(made, Program)
    return made


def rebuilt(tree: Any, instead: dict[Statement, Assert]) -> Any:
    if isinstance(tree, tuple):
        return tuple(rebuilt(part, instead) for part in tree)
    if isinstance(tree, Assert):
        return instead.get(tree, tree)
    if not is_dataclass(tree) or isinstance(tree, IntType | type | Expr):
        return tree
    return replace(tree, **{f.name: rebuilt(getattr(tree, f.name), instead) for f in fields(tree)})


def claim(s: Statement, values: list[int], random: Random, risk: float) -> Expr:
    assert isinstance(s, Assert) and isinstance(s.condition, Binary)
    left = s.condition.left
    type = INT if integer(left).bits < 32 else integer(left)
    kind = random.random()
    if kind < risk * 3:
        return binary("!=", left, Const(random.choice(values), type))
    missed = [v for v in (values[0] - 1, values[-1] + 1, *range(values[0], min(values[-1], values[0] + 50)))
              if v not in values and type.holds(v)]  # fmt: skip
    if missed and kind < 0.6:
        return binary("!=", left, Const(random.choice(missed), type))
    if kind < 0.8:
        return binary("<=", left, Const(values[-1], type))
    return binary(">=", left, Const(values[0], type))


