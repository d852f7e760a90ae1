"""Classes of cudabmc.late_dataclass behave as those of the standard library, and are found to do so side by side."""

import copy
import dataclasses
import importlib.util
import inspect
import pickle
import pkgutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cudabmc
from cudabmc.late_dataclass import dataclass


def _classes(decorate: Callable[..., Callable[[type], type]], **how: Any) -> type:
    class Box:
        """Has a field of each kind."""

        width: int
        name: str = "box"
        inside: list[int] = dataclasses.field(default_factory=list)
        note: str = dataclasses.field(default="", compare=False, repr=False)
        colour: str = dataclasses.field(default="red", hash=False)

        def area(self) -> int:
            return self.width * self.width

    return decorate(slots=True, **how)(Box)


@pytest.fixture(params=[{}, {"frozen": True}, {"eq": False}, {"frozen": True, "eq": False}])
def pair(request: pytest.FixtureRequest) -> tuple[Any, Any]:
    """The class as defined by this decorator and by that of the standard library."""
    return _classes(dataclass, **request.param), _classes(dataclasses.dataclass, **request.param)


def _outcome(action: Callable[[], object]) -> object:
    try:
        return action()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize(
    "action",
    [
        lambda box: repr(box(3)),
        lambda box: repr(box(3, "a", [1], "b", "c")),
        lambda box: box(width=3).inside,
        lambda box: box(3).inside is box(3).inside,
        lambda box: box(3) == box(3),
        lambda box: box(3) == box(3, note="other"),
        lambda box: box(3) == box(3, colour="blue"),
        lambda box: box(3) == 3,
        lambda box: box(),
        lambda box: box(3, 4, 5, 6, 7, 8),
        lambda box: box(3, depth=4),
        lambda box: len({box(3, inside=()), box(3, inside=(), note="n")}),
        lambda box: len({box(3, inside=()), box(4, inside=())}),
        lambda box: len({hash(b) for b in [box(3, inside=()), box(3, inside=(), colour="blue")]}),
        lambda box: setattr(box(3), "width", 4),
        lambda box: delattr(box(3), "width"),
        lambda box: repr(dataclasses.replace(box(3), width=4)),
        lambda box: dataclasses.asdict(box(3)),
        lambda box: repr(copy.copy(box(3))),
        lambda box: repr(copy.deepcopy(box(3, inside=[1]))),
        lambda box: (box.__match_args__, box.__slots__),
        lambda box: hasattr(box(3), "__dict__"),
        lambda box: box(3).area(),
    ],
)
def test_it_does_what_the_standard_library_does(pair: tuple[Any, Any], action: Callable[[Any], object]) -> None:
    mine, standard = pair
    assert _outcome(lambda: action(mine)) == _outcome(lambda: action(standard))


def test_after_the_first_object_the_signature_is_known(pair: tuple[Any, Any]) -> None:
    mine, standard = pair
    mine(3)
    assert list(inspect.signature(mine).parameters) == list(inspect.signature(standard).parameters)


@dataclass(frozen=True, slots=True)
class Leaf:
    size: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Leaf)


@dataclass(frozen=True, slots=True)
class Branch(Leaf):
    leaves: tuple[Leaf, ...] = ()


@dataclass(slots=True)
class Ring:
    next: "Ring | None" = None


def test_a_frozen_object_is_pickled() -> None:
    branch = Branch(2, (Leaf(1),))
    again = pickle.loads(pickle.dumps(branch))
    assert repr(again) == repr(branch) == "Branch(size=2, leaves=(Leaf(size=1),))"


def test_a_method_of_the_body_stays() -> None:
    assert Leaf(1) == Leaf(2)
    assert Branch(1) != Branch(2)
    assert hash(Leaf(1)) == hash((1,))


def test_a_subclass_is_made_before_its_base_and_the_other_way_round() -> None:
    @dataclass(frozen=True, slots=True)
    class Base:
        a: int

    @dataclass(frozen=True, slots=True)
    class Sub(Base):
        b: int = 2

    assert (Sub(1).b, Base(3).a, Sub(4, 5).b) == (2, 3, 5)
    assert Sub(1) == Sub(1) != Base(1)


def test_an_object_that_holds_itself_is_printed() -> None:
    ring = Ring()
    ring.next = ring
    assert repr(ring) == "Ring(next=...)"


def test_every_module_defines_its_classes() -> None:
    """To a type checker the decorator takes all that the standard library's takes, so that only an import tells."""
    for module in pkgutil.walk_packages(cudabmc.__path__, "cudabmc."):
        text = importlib.util.find_spec(module.name).origin  # type: ignore[union-attr]
        if text and "late_dataclass import" in Path(text).read_text(encoding="utf-8"):
            importlib.import_module(module.name)
