"""An address tells its object, and is the pointer again that it was made from."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cudabmc import terms
from cudabmc.explore.history import given_inputs
from cudabmc.goto.program import Space
from cudabmc.goto.types import I32
from cudabmc.memory.objects import Objects
from cudabmc.properties.assertion import ASSERTION
from cudabmc.state.address_space import (
    KERNEL_NUMBERS,
    LARGEST_ON_STACK,
    REACH_OF_COMMON,
    REACH_OF_STACK,
    SLOTS,
    base_of,
    decode,
    encode,
    is_on_stack,
    slot_of,
    stack_number,
)
from cudabmc.state.addresses import object_at, pointer_to
from cudabmc.state.memory import MemObject
from cudabmc.state.object_facts import Description, Life
from cudabmc.state.state import State
from cudabmc.state.value import NULL_BASED, Pointer, Value
from cudabmc.state.vc import Condition, FixedWording
from tests.checks.program_cases import Case, cases, check, run

COMMON = st.integers(1, 2**26 - 1)
STACK = st.builds(stack_number, st.integers(0, SLOTS - 1), st.integers(0, 2**26 - 1))
IN_KERNEL = st.integers(KERNEL_NUMBERS, 2 * KERNEL_NUMBERS - 2)


@given(st.integers(0, 2**64 - 1))
def test_each_address_means_one_pointer_that_has_it(address: int) -> None:
    pointer = decode(address)
    assert isinstance(pointer.offset, int)
    assert base_of(pointer.obj) + pointer.offset == address
    assert encode(pointer) == address


@given(STACK | COMMON | IN_KERNEL | st.just(0), st.integers(-(2**36), 2**36) | st.integers(2**64 - 2**37, 2**64))
def test_a_pointer_that_has_an_address_comes_back_from_it(number: int, offset: int) -> None:
    address = encode(Pointer(number, offset))
    if address is not None:
        assert decode(address) == Pointer(number, offset)
    reach = REACH_OF_STACK if is_on_stack(number) else REACH_OF_COMMON
    free = 0 <= offset < 2**36 or 2**64 - 2**36 <= offset < 2**64
    near = free if number == 0 else -reach <= offset < reach
    assert (address is not None) == near


def test_pointers_without_an_object_and_without_a_number_have_no_address() -> None:
    term = terms.var("n", I32)
    assert [encode(p) for p in (Pointer(NULL_BASED, 8), Pointer(0, -8), Pointer(1, term))] == [None] * 3


class Made:
    """Objects of a state, made as a run makes them."""

    def __init__(self) -> None:
        self.s = State()
        ex: Any = SimpleNamespace(s=self.s, given=None, address=int, pointer_of=int, possible=bool)
        inputs: Any = SimpleNamespace(fresh_bytes=None, fresh_array=None)
        self.objects = Objects(ex, inputs)

    def new(self, size: int = 4, space: Space = Space.HOST_STACK, birth: Value = True) -> MemObject:
        return self.objects.new(Description("x"), size, space, "f:1~0", birth)


@given(st.lists(st.integers(0, 99)))
def test_variables_of_the_host_take_slots_as_a_stack_does(choices: list[int]) -> None:
    """A number below 30 ends the variable that is so many below the top, another one makes a variable."""
    made, live, seen = Made(), list[int](), set[int]()
    for choice in choices:
        if choice >= 30:
            number = made.new().id
            assert number not in seen
            assert slot_of(number) == (slot_of(live[-1]) + 1 if live else 0)
            seen.add(number)
            live.append(number)
        elif choice < len(live):
            ended = live[-1 - choice]
            made.objects.end_life(ended, True)
            while live and made.s.objects[live[-1]].lifetime.freed is True:
                live.pop()
        assert made.s.allocation.stack == live


def test_a_copy_of_a_state_has_a_stack_of_its_own() -> None:
    made = Made()
    first = made.new().id
    other = made.s.fork()
    second = made.new().id
    assert other.allocation.stack == [first]
    assert (other.allocation.generations[1], made.s.allocation.generations[1]) == (0, 1)
    assert slot_of(second) == 1


def test_what_has_no_room_on_the_stack_is_a_common_object() -> None:
    made = Made()
    assert not is_on_stack(made.new(LARGEST_ON_STACK + 1).id)
    numbers = [made.new().id for _ in range(SLOTS + 1)]
    assert is_on_stack(numbers[-2])
    assert not is_on_stack(numbers[-1])


def test_shared_memory_moves_nothing_else() -> None:
    made = Made()
    first = made.new(space=Space.DEVICE_GLOBAL).id
    assert made.new(space=Space.SHARED).id == KERNEL_NUMBERS
    assert made.new(space=Space.LOCAL).id == KERNEL_NUMBERS + 1
    assert made.new(space=Space.DEVICE_GLOBAL).id == first + 1


@pytest.mark.parametrize("size", [1, REACH_OF_COMMON - 1, REACH_OF_COMMON, REACH_OF_COMMON + 1, 3 * 2**36, 2**40])
def test_large_objects_overlap_nothing(size: int) -> None:
    made = Made()
    first, second = made.new(size, Space.HOST_HEAP), made.new(4, Space.HOST_HEAP)
    assert first.base + size < second.base - REACH_OF_COMMON
    for offset in (0, size // 2, size - 1, size):
        assert pointer_to(made.s, first.base + offset) == Pointer(first.id, offset)
        assert object_at(made.s, first.base + offset) is first
    assert pointer_to(made.s, second.base - 8) == Pointer(second.id, -8)
    assert object_at(made.s, second.base - 8) is None


def test_an_address_of_what_was_never_made_belongs_to_nothing() -> None:
    made = Made()
    made.new(4, Space.HOST_HEAP)
    for number in (2, stack_number(3, 0), KERNEL_NUMBERS):
        assert pointer_to(made.s, base_of(number)) == Pointer(0, base_of(number))


def test_a_replay_finds_variables_of_the_host_that_were_made_on_all_paths() -> None:
    """The second and the fourth are made on one path alone, and the last on the other."""
    made, other = Made(), terms.var("c", I32)
    one, none = terms.equal(other, 1, I32), terms.equal(other, 0, I32)
    births: list[Value] = [True, one, True, one, none]
    keys = [made.new(birth=birth).key for birth in births]
    assert keys == ["f:1~0", "f:1~0#1", "f:1~0#2", "f:1~0#3", "f:1~0#4"]
    condition = Condition(ASSERTION, FixedWording("", ()), True, None, made.s.choices.schedule)
    contents = {terms.var(f"{key}[0]i32", I32): number for number, key in enumerate(keys)}
    for taken, left in ((1, [0, 1, 2, 3]), (0, [0, 2, 4])):
        found = given_inputs(condition, cast("Any", {**contents, other: taken}))
        assert {keys[n]: found.get(f"{keys[n]}[0]i32") for n in range(len(left))} == {
            keys[n]: number for n, number in enumerate(left)
        }


def test_variables_of_the_host_are_no_part_of_the_history() -> None:
    made = Made()
    made.new()
    assert made.s.choices.schedule is None
    made.new(space=Space.HOST_HEAP)
    assert made.s.choices.schedule is not None


def test_an_ended_variable_in_the_middle_keeps_its_slot() -> None:
    made = Made()
    low, high = made.new(), made.new()
    low.ends(True, Life.OUT_OF_SCOPE)
    assert slot_of(made.new().id) == 2
    high.ends(True, Life.OUT_OF_SCOPE)
    made.objects.end_life(made.s.allocation.stack[-1], True)
    assert made.s.allocation.stack == []


PROGRAMS = r"""
//# in_front_of_an_object_and_back
int main(void) {
    int a[4] = {1, 2, 3, 4};
    uintptr_t before = (uintptr_t)a - 4;
    int *p = (int *)before;
    assert(p[1] == 1);
    return p[0];                                    // <- bounds
}
//# in_front_of_an_object_and_back_by_an_input
//! warns no kernel was launched
int main(void) {
    int a[4] = {1, 2, 3, 4};
    unsigned i = nondet_uint();
    __ESBMC_assume(i >= 1 && i <= 4);
    int *p = (int *)((uintptr_t)a - 4 + 4 * (uintptr_t)i);
    assert(*p == (int)i);
    return 0;
}
//# a_list_whose_links_are_differences
//! warns no kernel was launched
typedef struct node { uintptr_t link; int value; } node;
int main(void) {
    node a = {0, 1}, b = {0, 2}, c = {0, 3};
    a.link = 0 ^ (uintptr_t)&b;
    b.link = (uintptr_t)&a ^ (uintptr_t)&c;
    c.link = (uintptr_t)&b ^ 0;
    uintptr_t before = 0, at = (uintptr_t)&a;
    int sum = 0;
    while (at) {
        uintptr_t next = ((node *)at)->link ^ before;
        sum += ((node *)at)->value;
        before = at;
        at = next;
    }
    assert(sum == 6);
    return 0;
}
//# an_address_by_an_input_that_may_leave_its_object
int main(void) {
    int a[4] = {1, 2, 3, 4};
    uintptr_t x = (uintptr_t)a ^ (nondet_uint() & 31);
    return *(char *)x;                              // <- bounds
}
//# the_order_of_variables_that_come_and_go
int *kept;
int f(int n) { int x = n; kept = &x; return *kept; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += f(i);
    assert(sum == 3);
    return *kept;                                   // <- invalid-pointer
}
"""


@pytest.mark.parametrize("case", cases(PROGRAMS))
def test_a_pointer_that_was_an_integer_is_the_pointer_again(case: Case, tmp_path: Path) -> None:
    check(case, run(case, tmp_path))
