"""What pointers may point to, against pointers that point to one place."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from cudabmc.goto.types import BOOL, I64
from cudabmc.prover import places
from cudabmc.prover.places import NULL, PlaceSet, PointedObject
from cudabmc.terms import SolverModel, TermValue, evaluate, land, lnot, var

OBJECTS: list[PointedObject] = [("parameter", 0), ("parameter", 1), ("shared", "tile"), NULL]
p, q, r = (var(name, BOOL) for name in "pqr")
n, m = var("n", I64), var("m", I64)

Target = tuple[PointedObject, int]


def targets(place: PlaceSet, model: SolverModel) -> list[Target]:
    """The bytes that a pointer points to; one, if all is well."""
    return [(t.base, int(evaluate(t.offset, model))) for t in place.targets if evaluate(t.cond, model)]


def a_model(random: Random) -> dict:
    return {**{cond: random.random() < 0.5 for cond in (p, q, r)}, n: random.randint(0, 99), m: 7}


def random_place(random: Random, depth: int) -> tuple[PlaceSet, object]:
    """A pointer, and how it was made."""
    if depth == 0:
        base, offset = random.choice(OBJECTS), random.choice([0, 4, n, m])
        return places.to(base, offset), (base, offset)
    kind = random.randrange(3)
    if kind == 0:
        place, made = random_place(random, depth - 1)
        distance = random.choice([8, n, m, (1 << 64) - 4])
        return place.moved(distance), ("moved", made, distance)
    conds = random.choice([(p,), (q,), (p, q), (q, r)])
    made, pairs, left = [], [], True
    for cond in (*conds, None):
        place, how = random_place(random, depth - 1)
        holds: TermValue = left if cond is None else land(left, cond)
        left = left if cond is None else land(left, lnot(cond))
        pairs.append((holds, place))
        made.append((cond, how))
    return places.either(pairs), ("either", made)


def meaning(made: object, model: SolverModel) -> Target:
    assert isinstance(made, tuple)
    if made[0] == "moved":
        base, offset = meaning(made[1], model)
        return base, (offset + int(evaluate(made[2], model))) % (1 << 64)
    if made[0] == "either":
        taken = next(how for cond, how in made[1] if cond is None or evaluate(cond, model))
        return meaning(taken, model)
    base, offset = made
    return base, int(evaluate(offset, model))


@settings(max_examples=200)
@given(st.randoms(use_true_random=True), st.integers(0, 4))
def test_a_pointer_points_to_what_it_was_made_to_point_to(random: Random, depth: int) -> None:
    place, made = random_place(random, depth)
    for _ in range(8):
        model = a_model(random)
        assert targets(place, model) == [meaning(made, model)], made
    assert place.bases == {t.base for t in place.targets} and len(place.bases) == len(place.targets)
    assert not place.lost


def test_one_of_several_places_in_one_object_is_a_choice_of_offsets() -> None:
    place = places.either([(p, places.to(OBJECTS[0], 4)), (lnot(p), places.to(OBJECTS[0], n))])
    assert [t.cond for t in place.targets] == [True]
    assert targets(place, {p: True, n: 9}) == [(OBJECTS[0], 4)]
    assert targets(place, {p: False, n: 9}) == [(OBJECTS[0], 9)]


def test_what_is_lost_stays_lost_and_keeps_where_else_it_may_point() -> None:
    lost = places.anywhere("no reason")
    assert lost.moved(4).lost == "no reason" and not lost.targets
    place = places.either([(p, places.to(OBJECTS[0], 4)), (lnot(p), lost)])
    assert place.lost == "no reason" and place.moved(n).lost == "no reason"
    assert targets(place, {p: True}) == [(OBJECTS[0], 4)]
    assert targets(place, {p: False}) == []
    again = places.either([(q, place), (lnot(q), places.to(OBJECTS[0], 0))])
    assert again.lost and targets(again, {p: True, q: True}) == [(OBJECTS[0], 4)]
    assert targets(again, {p: True, q: False}) == [(OBJECTS[0], 0)]
