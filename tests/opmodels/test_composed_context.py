"""A context is composed of parts: each question goes to the part whose concern it is, or is refused."""

from pathlib import Path
from typing import Any, NoReturn

import pytest

from cudabmc import Options, Verdict, verify
from cudabmc.modelapi import OF_PURE, ModelContext
from cudabmc.modelapi.call import CallPart, LaunchPart
from cudabmc.modelapi.composed import ComposedContext, ContextParts
from cudabmc.modelapi.context import ASKED
from cudabmc.modelapi.files import FilesPart
from cudabmc.modelapi.memory import MemoryPart, ObjectsPart, VariablesPart
from cudabmc.modelapi.sources import SourcesPart
from cudabmc.modelapi.streams import GraphsPart, StreamsPart
from cudabmc.modelapi.threads import ControlPart, MeetingsPart, OrderingPart
from cudabmc.modelapi.values import ChecksPart, InputsPart, ValuesPart

PARTS: dict[str, type] = {
    "call": CallPart, "values": ValuesPart, "launch": LaunchPart, "inputs": InputsPart, "checks": ChecksPart,
    "memory": MemoryPart, "objects": ObjectsPart, "variables": VariablesPart, "control": ControlPart,
    "meetings": MeetingsPart, "ordering": OrderingPart, "streams": StreamsPart, "graphs": GraphsPart,
    "files": FilesPart, "sources": SourcesPart,
}  # fmt: skip
CONCERNS = {name: part for part, kind in PARTS.items() for name in vars(kind) if name in ASKED}


class Named:
    """A part whose answers say who gives them."""

    def __init__(self, part: str) -> None:
        for name, concern in CONCERNS.items():
            if concern == part:
                asks = isinstance(getattr(ModelContext, name), property)
                setattr(self, name, (part, name) if asks else lambda *args, told=(part, name): told)


def context_of(parts: dict[str, Any]) -> Any:
    def refuse(name: str) -> NoReturn:
        raise LookupError(name)

    return ComposedContext(ContextParts(**parts), refuse)


def test_every_question_is_of_one_concern() -> None:
    assert set(CONCERNS) == ASKED
    assert sum(1 for kind in PARTS.values() for name in vars(kind) if name in ASKED) == len(ASKED)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_question_goes_to_the_part_of_its_concern(name: str) -> None:
    answer = getattr(context_of({part: Named(part) for part in PARTS}), name)
    if callable(answer):
        answer = answer(0) if name == "builtin" else answer()
    assert answer == (CONCERNS[name], name)


@pytest.mark.parametrize("name", sorted(ASKED))
def test_a_question_that_nobody_answers_is_refused(name: str) -> None:
    """With the parts that pure models have."""
    context = context_of({part: Named(part) for part in ("call", "values")})
    if name in OF_PURE:
        getattr(context, name)
        return
    with pytest.raises(LookupError, match=name):
        getattr(context, name)(0)


NESTED = """
from cudabmc.modelapi import *
from opmodels.registry import model

@model("int outer(int (*callback)(int), int x)")
def outer(ctx, callback, x):
    before = (ctx.name, ctx.location, ctx.nondet(I32, "first"))
    result = ctx.call(callback, [x], [I32], I32)
    assert (ctx.name, ctx.location) == before[:2]
    return ctx.op(Op.ADD, I32, ctx.op(Op.SUB, I32, before[2], ctx.nondet(I32, "second")), result)

@model("int inner(int x)")
def inner(ctx, x):
    assert ctx.name == "inner" and ctx.decide(ctx.op(Op.EQ, BOOL, x, 3, of=I32))
    return ctx.nondet(I32, "of the inner call", low=7, high=7)
"""
CALLS = """
#include <assert.h>
int callback(int x) { return inner(x); }
int main(void) {
    int y = outer(callback, 3);
    assert(y != 7);  // violation: assertion
}
"""


def test_a_call_is_itself_again_when_a_model_that_it_led_to_has_run(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text(NESTED)
    (tmp_path / "main.cu").write_text(CALLS)
    result = verify([str(tmp_path / "main.cu")], Options(models=(str(tmp_path / "models.py"),)))
    assert result.verdict is Verdict.FAILED, result.reason
    assert [v.places[0].loc.line for v in result.violations] == [6]
