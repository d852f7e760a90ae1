"""What instructions use, what they set and where they lead is what their rows in the table of the textual form say."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc.goto import program as p
from cudabmc.goto.cfg import successors
from cudabmc.goto.registers import set_by, used
from cudabmc.goto.syntax import ROWS
from cudabmc.goto.verify import TERMINATORS
from tests.goto.test_random_text import instructions


def in_slots(i: p.Instruction, *kinds: str) -> list[object]:
    """What the attributes hold that the row of an instruction gives one of these kinds, without what is left out."""
    found: list[object] = []
    for name in ROWS[type(i)].names(*kinds):
        value = getattr(i, name)
        found += value if isinstance(value, tuple) else [] if value is None else [value]
    return found


def operands(i: p.Instruction) -> Iterator[object]:
    """All operands, and the registers that an instruction reads by their numbers."""
    yield from (o for o in in_slots(i, "operand", "operands", "typed", "callee") if isinstance(o, p.Operand))
    yield from (p.Reg(number) for number in in_slots(i, "registers"))


@pytest.mark.parametrize("cls", ROWS, ids=lambda cls: cls.__name__)
@given(data=st.data())
def test_an_instruction_uses_the_operands_of_its_row(cls: type, data: st.DataObject) -> None:
    i = data.draw(instructions(cls))
    assert sorted(map(repr, filter(None, used(i)))) == sorted(map(repr, operands(i)))


@pytest.mark.parametrize("cls", ROWS, ids=lambda cls: cls.__name__)
@given(data=st.data())
def test_an_instruction_sets_the_destination_of_its_row(cls: type, data: st.DataObject) -> None:
    i = data.draw(instructions(cls))
    names = [name for name in ROWS[cls].names("register") if name != "reg"]  # that of a declaration only has a name
    assert [set_by(i)] == ([getattr(i, name) for name in names] or [None])


@pytest.mark.parametrize("cls", ROWS, ids=lambda cls: cls.__name__)
@given(data=st.data())
def test_an_instruction_leads_to_the_labels_of_its_row(cls: type, data: st.DataObject) -> None:
    i = data.draw(instructions(cls))
    labels = dict.fromkeys(in_slots(i, "label"))
    end = (1,) if cls in TERMINATORS else (7,)  # the exit of a function of one instruction; else the next one
    following = successors((i,), 0) if cls in TERMINATORS else successors((p.Return(),) * 6 + (i, p.Return()), 6)
    assert following == (tuple(labels) or end)
