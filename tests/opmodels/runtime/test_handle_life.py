"""Every handle of every library has one life: created, used, destroyed."""

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from runtime_context import RuntimeContext, Violation

import opmodels
from cudabmc.modelapi import I64, NULL, PTR, Pointer, Space
from opmodels.libraries.cufft import plan_table
from opmodels.libraries.cufft.layout import Transform
from opmodels.runtime import handle as handles
from opmodels.runtime.handle import HandleKind
from opmodels.runtime.handle_kinds import SURFACE_OBJECT, TEXTURE_OBJECT
from opmodels.runtime.numbered_handle import Numbering

opmodels.load_all()
KINDS = {
    kind
    for name, module in tuple(sys.modules.items())
    if name.startswith("opmodels.")
    for kind in vars(module).values()
    if isinstance(kind, HandleKind)
}
OBJECTS = sorted((kind for kind in KINDS if kind.tag > 2 and kind.noun != "plan"), key=lambda kind: kind.noun)


@pytest.fixture
def ctx() -> RuntimeContext:
    return RuntimeContext()


def made(ctx: RuntimeContext, kind: HandleKind) -> Pointer:
    target = ctx.new(Space.HOST_STACK, b"\xcc" * 8, "variable")
    handles.create(ctx, target, kind)
    return ctx.load(target, PTR)


def test_all_kinds_are_here_and_have_a_tag_and_a_noun_each() -> None:
    assert len(KINDS) >= 18
    assert len({kind.tag for kind in KINDS}) == len(KINDS) == len({kind.noun for kind in KINDS})
    assert handles.DESTROYED not in {kind.tag for kind in KINDS}


@pytest.mark.parametrize("kind", OBJECTS, ids=lambda kind: kind.noun)
@pytest.mark.parametrize("wild", [NULL, Pointer(0, 0x1234)], ids=["null", "number"])
def test_what_was_never_created_is_told(ctx: RuntimeContext, kind: HandleKind, wild: Pointer) -> None:
    with pytest.raises(Violation, match=f"{kind.a} that was never created"):
        handles.check(ctx, wild, kind)


@pytest.mark.parametrize("kind", OBJECTS, ids=lambda kind: kind.noun)
def test_memory_of_the_program_is_no_handle(ctx: RuntimeContext, kind: HandleKind) -> None:
    with pytest.raises(Violation, match=f"{kind.a} that was never created"):
        handles.check(ctx, ctx.new(Space.HOST_STACK, kind.tag.to_bytes(kind.size, "little"), "memory"), kind)


LIVES = st.lists(
    st.tuples(st.sampled_from(["create", "use", "destroy"]), st.sampled_from(OBJECTS), st.integers(0, 9)), max_size=25
)


@given(LIVES)
def test_an_object_is_of_its_kind_from_its_creation_to_its_end(steps) -> None:
    ctx = RuntimeContext()
    lives: list[tuple[Pointer, HandleKind, bool]] = []
    for step, kind, which in steps:
        if step == "create":
            lives.append((made(ctx, kind), kind, True))
            continue
        if not lives:
            continue
        handle, real, alive = lives[which % len(lives)]
        act = handles.check if step == "use" else handles.destroy
        if real is kind and alive:
            act(ctx, handle, kind)
            lives[which % len(lives)] = handle, real, step == "use"
            continue
        wrong = "never created" if real.size != kind.size else "something" if alive else f"{kind.end} before"
        with pytest.raises(Violation, match=wrong):
            act(ctx, handle, kind)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["create", "use", "destroy"]),
            st.sampled_from([TEXTURE_OBJECT, SURFACE_OBJECT]),
            st.integers(0, 9),
        ),
        max_size=25,
    )
)
def test_a_number_is_of_its_kind_from_its_creation_to_its_end_and_never_given_again(steps) -> None:
    ctx, numbering = RuntimeContext(), Numbering("numbers", I64)
    lives: dict[int, tuple[HandleKind, bool]] = {}
    for step, kind, number in steps:
        if step == "create":
            new = numbering.create(ctx, kind)
            assert new not in lives
            lives[new] = kind, True
            continue
        real, alive = lives.get(number, (None, False))
        if real is kind and alive:
            assert numbering.check(ctx, number, kind) == str(number)
            if step == "destroy":
                numbering.destroy(ctx, number)
                lives[number] = kind, False
            continue
        wrong = "never created" if real is None else f"is given {kind.other}" if alive else "destroyed before"
        with pytest.raises(Violation, match=wrong):
            numbering.check(ctx, number, kind)


def test_fields_keep_what_was_put_and_are_zero_before(ctx: RuntimeContext) -> None:
    kind = HandleKind("thing", 7, (("number", I64), ("pointer", PTR)))
    handle = made(ctx, kind)
    assert handles.number(ctx, handle, kind, "number") == 0
    assert handles.get(ctx, handle, kind, "pointer") == NULL
    handles.put(ctx, handle, kind, "number", 5)
    handles.put(ctx, handle, kind, "pointer", handle)
    assert handles.number(ctx, handle, kind, "number") == 5
    assert handles.get(ctx, handle, kind, "pointer") == handle


def test_a_plan_that_was_destroyed_is_a_defect_and_a_number_without_a_plan_an_error(ctx: RuntimeContext) -> None:
    number = plan_table.add(ctx)
    assert plan_table.found(ctx, number) == number
    assert plan_table.found(ctx, number + 1) is None
    assert plan_table.is_made(ctx, number) is False
    plan_table.make(ctx, number, Transform(0x29, (8,), 2))
    assert plan_table.transform_of(ctx, number).sizes == (8,)
    plan_table.end(ctx, number)
    with pytest.raises(Violation, match="a plan that was destroyed before"):
        plan_table.found(ctx, number)
