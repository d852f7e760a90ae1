"""Slicing keeps what is connected to the question."""

from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, I32
from cudabmc.solver.slicing import relevant
from cudabmc.terms import apply, var

a, b, c, d, e = (var(name, I32) for name in "abcde")


def less(x, y):
    return apply(Op.ULT, BOOL, I32, [x, y])


def test_assertions_are_kept_if_variables_connect_them_to_the_question():
    context = [less(c, d), less(b, c), less(e, 5), less(a, b)]
    assert relevant(context, less(a, 7)) == (context[0], context[1], context[3])
    assert relevant(context, less(e, 3)) == (context[2],)


def test_constant_assertions_are_kept():
    assert relevant([True, False, less(b, 1)], less(a, 1)) == (True, False)
