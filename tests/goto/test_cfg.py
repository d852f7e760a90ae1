"""The control flow graph: postdominators and loops."""

from cudabmc.goto.cfg import ipdom, loops, successors
from cudabmc.goto.program import Branch, Function, Goto, Instruction, Reg, Return
from cudabmc.goto.types import BOOL, VOID
from cudabmc.source.location import Location

NEXT = Goto  # a jump to the next instruction stands for straight-line code


def function(*body: Instruction) -> Function:
    return Function("f", "f", (), (), VOID, body, (BOOL,))


def test_the_two_sides_of_an_if_join_behind_it() -> None:
    f = function(Branch(Reg(0), 1, 3), NEXT(2), Goto(4), NEXT(4), Return())
    assert ipdom(f)[0] == 4


def test_a_branch_with_a_return_on_one_side_joins_at_the_exit() -> None:
    f = function(Branch(Reg(0), 1, 2), Return(), Return())
    assert ipdom(f)[0] == 3


def test_a_branch_in_an_endless_loop_joins_in_the_loop() -> None:
    f = function(Branch(Reg(0), 1, 3), NEXT(2), Goto(4), NEXT(4), Goto(0))
    assert ipdom(f)[0] == 4


def test_nested_loops_are_numbered_in_the_order_of_their_heads() -> None:
    inner = Location("a.c", 2)
    f = function(NEXT(1), Branch(Reg(0), 2, 4), Branch(Reg(0), 2, 3, inner), Goto(1), Return())
    found = loops(f)
    assert [(loop.id, loop.head, loop.back_edge) for loop in found] == [("f.1", 1, 3), ("f.2", 2, 2)]
    assert found[1].location == inner


def test_two_jumps_to_one_head_are_one_loop() -> None:
    f = function(Branch(Reg(0), 1, 3), Branch(Reg(0), 0, 2), Goto(0), Return())
    assert [(loop.head, loop.back_edges) for loop in loops(f)] == [(0, (1, 2))]


def test_a_return_leads_to_the_exit() -> None:
    assert successors((Return(),), 0) == (1,)
