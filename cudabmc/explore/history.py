"""What happened before a condition was met: threads that were chosen, inputs and objects that were made.

A run makes the inputs and objects of all paths, and numbers them. Its replay takes one path, and numbers anew:
given_inputs finds out by which names it will ask.

    if (nondet_bool())      // input 0
        x = nondet_int();   // input 1
    else
        y = nondet_int();   // input 2, and in a replay that comes here input 1
"""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cudabmc import terms
from cudabmc.state.object_facts import key_of
from cudabmc.state.unwritten import ALTERNATIVE
from cudabmc.state.value import Value
from cudabmc.state.vc import Condition
from cudabmc.terms import ArraySort, Kind, ModelValue, Term

Happening = int | str | tuple[str, str] | tuple[str, str, int]
"""A thread, the name of an input, or the site and the key of an object: of a variable of the host's with how many its
site had made. Those that are made on all paths are not part of the history: they are too many."""


def schedule_of(condition: Condition, model: Mapping[Term, ModelValue]) -> tuple[int, ...]:
    """The threads of the visible events that happen under the model, in order."""
    return tuple(what for what, happens in _history(condition, model) if happens and isinstance(what, int))


def given_inputs(condition: Condition, model: Mapping[Term, ModelValue]) -> dict[str, Value]:
    """The values of the inputs, by the names that the replay gives to them."""
    left = _values(model)
    given: dict[str, Value] = {}
    numbers: dict[str, int] = {}
    missing: dict[str, list[int]] = {}  # by sites of variables of the host's: which of them are not made
    belonging = _by_owner(left)
    for what, happens in _history(condition, model):
        if isinstance(what, int):
            continue
        site, name = (what[0], what[1]) if isinstance(what, tuple) else (what.rpartition(".")[0], what)
        if isinstance(what, tuple) and len(what) == 3:
            absent = missing.setdefault(site, [])
            number = what[2] - len(absent)
            if not happens:
                absent.append(what[2])
        elif happens:
            number = numbers[site] = numbers.get(site, -1) + 1
        moved = {known: left.pop(known) for known in belonging.pop(name, ())}
        if happens:
            new = f"{site}.{number}" if isinstance(what, str) else key_of(site, number)
            given.update((new + known[len(name) :], value) for known, value in moved.items())
    for name, known in belonging.items():
        site, number = _site(name)
        if site in missing:  # made on all paths
            new = key_of(site, number - bisect(missing[site], number))
            given.update((new + one[len(name) :], left.pop(one)) for one in known)
    return left | given


def _site(key: str) -> tuple[str, int]:
    """The site of an object, and how many it had made before; names of functions may have such a mark, too."""
    site, mark, number = key.rpartition("#")
    return (site, int(number)) if mark and number.isdecimal() else (key, 0)


def in_order(schedule: Any, threads: Sequence[int]) -> Any:
    """The same history with its last steps in another order, given by their threads: what threads made
    in a step comes with it."""
    chain = []
    while schedule is not None:
        chain.append(schedule[1:])
        schedule = schedule[0]
    chain.reverse()
    starts = [index for index, (what, _) in enumerate(chain) if isinstance(what, int)]
    starts = starts[len(starts) - len(threads) :]
    steps: dict[int, list[list[tuple[Happening, Value]]]] = {}
    for start, end in zip(starts, [*starts[1:], len(chain)], strict=True):
        steps.setdefault(chain[start][0], []).append(chain[start:end])
    moved = [entry for tid in threads for entry in steps[tid].pop(0)]
    for what, path in (*chain[: starts[0]], *moved):
        schedule = (schedule, what, path)
    return schedule


def _by_owner(names: Iterable[str]) -> dict[str, list[str]]:
    """The names by the input or object that they belong to: the contents of an object are `KEY[...`."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.rpartition("[")[0] or name.removesuffix(ALTERNATIVE), []).append(name)
    return found


def _history(condition: Condition, model: Mapping[Term, ModelValue]) -> list[tuple[Happening, bool]]:
    """All that was chosen and made, in order: does it happen under the model?"""
    found: list[tuple[Happening, bool]] = []
    link = condition.schedule
    while link is not None:
        previous, what, path = link
        found.append((what, path is True or bool(terms.evaluate(path, model))))
        link = previous
    return found[::-1]


def _values(model: Mapping[Term, ModelValue]) -> dict[str, Value]:
    """The variables of the model by name; whole objects as (bytes of an element, default, elements)."""
    given: dict[str, object] = {}
    for variable, value in model.items():
        if variable.kind is not Kind.VAR and not isinstance(variable.sort, ArraySort):
            continue
        name = str(variable.params[0])
        if isinstance(variable.sort, ArraySort):
            default, entries = value  # type: ignore[misc]
            given[name] = (variable.sort.elem_width // 8, default, entries)
        else:
            given[name] = value
    return given
