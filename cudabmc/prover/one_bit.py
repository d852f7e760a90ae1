"""Registers of a loop that have one bit set at most, in each round.

    for (stride = size / 2; stride > 0; stride >>= 1)
        ... t & (stride - 1) ...

What has one bit still does after a shift, which may push it out. So if the first round begins with such numbers, and
each round makes those of the next one by shifts of those that it has, all rounds do. An arithmetic shift to the right
makes more bits of a sign, and a signed quotient is a shift of numbers that are not negative: there it takes numbers
that are not, and shifts to the right make none of them negative.
"""

from collections.abc import Iterator, Mapping, Sequence

from cudabmc import terms
from cudabmc.goto.op import Op
from cudabmc.goto.types import BOOL, IntType, Type
from cudabmc.late_dataclass import dataclass
from cudabmc.prover.events import RegisterValue
from cudabmc.prover.preconditions import has_one_bit
from cudabmc.terms import BVSort, Kind, Term, TermValue

_TO_THE_RIGHT = frozenset({Kind.LSHR, Kind.ASHR})
_SHIFTS = frozenset({Kind.SHL, Kind.LSHR, Kind.ZEXT, Kind.EXTRACT})


@dataclass(frozen=True, slots=True)
class OneBitRegisters:
    """Registers with one bit set at most in all rounds, if all of these have in the first one. The `positive` ones do
    not depend on others, and are not negative in any round, if that holds of them in the first one."""

    positive: frozenset[int] = frozenset()
    others: frozenset[int] = frozenset()

    def facts(
        self, types: Sequence[Type], values: Mapping[int, RegisterValue], first: Mapping[int, RegisterValue]
    ) -> Iterator[TermValue]:  # fmt: skip
        """What is known of the values of registers in any round."""
        if not self.positive | self.others <= values.keys() & first.keys():
            return
        begins, holds = self._claims(self.positive, types, values, first)
        for register in self.positive:
            type = types[register]
            assert isinstance(type, IntType)
            for claims, at in ((begins, first), (holds, values)):
                number = at[register]
                assert isinstance(number, int | Term)
                claims.append(terms.apply(Op.SLE, BOOL, type, (0, number)))
        yield terms.implies(terms.land(*begins), terms.land(*holds))
        more, hold = self._claims(self.others, types, values, first)
        yield terms.implies(terms.land(*begins, *more), terms.land(*hold))

    def _claims(
        self, registers: frozenset[int], types: Sequence[Type], *states: Mapping[int, RegisterValue]
    ) -> tuple[list[TermValue], list[TermValue]]:  # fmt: skip
        """That they have one bit in the first round, and in any round."""
        values, first = states
        found: tuple[list[TermValue], list[TermValue]] = [], []
        for register in sorted(registers):
            type = types[register]
            assert isinstance(type, IntType)
            for claims, at in zip(found, (first, values), strict=True):
                number = at[register]
                assert isinstance(number, int | Term)
                claims.append(has_one_bit(number, type))
        return found


def one_bit_registers(
    types: Sequence[Type], values: Mapping[int, RegisterValue], first: Mapping[int, RegisterValue],
    end: Mapping[int, RegisterValue],
) -> OneBitRegisters:  # fmt: skip
    """Those of a loop, from what a round finds in registers, what the first one finds, and what a round leaves."""
    masks = {
        register: value for register, value in values.items()
        if isinstance(types[register], IntType) and isinstance(value, Term) and value.kind is Kind.VAR
        and isinstance(first.get(register), int | Term)
    }  # fmt: skip
    positive = _largest(masks, {}, end, positive=True)
    others = {register: value for register, value in masks.items() if register not in positive}
    return OneBitRegisters(positive, _largest(others, {r: masks[r] for r in positive}, end, positive=False))


def _largest(
    masks: Mapping[int, Term], known: Mapping[int, Term], end: Mapping[int, RegisterValue], *, positive: bool
) -> frozenset[int]:  # fmt: skip
    """The largest set of these registers that a round makes of itself, and of those that are known."""
    left = dict(masks)
    while True:
        sources = frozenset((*left.values(), *known.values()))
        kept = {r: value for r, value in left.items() if _keeps_one_bit(end.get(r), sources, positive=positive)}
        if len(kept) == len(left):
            return frozenset(left)
        left = kept


def _keeps_one_bit(value: RegisterValue | None, known: frozenset[Term], *, positive: bool) -> bool:
    """Does a value have one bit at most, if those that are `known` do? If these are not negative, too, is the value
    `positive` as well?"""
    left, seen = [value], set[object]()
    while left:
        one = left.pop()
        if one in known or one in seen:
            continue
        seen.add(one)
        if not isinstance(one, Term):
            if positive or not isinstance(one, int) or one & (one - 1):
                return False
        elif one.kind is Kind.ITE:
            left += one.args[1:]
        elif one.kind is Kind.CONST and _is_power(one, positive=positive):
            continue
        elif one.kind in (_TO_THE_RIGHT if positive else _SHIFTS) or (positive and _is_halved(one)):
            left.append(one.args[0])
        elif one.kind is Kind.SUM and not positive:
            constant, factors = one.params
            if constant or len(factors) > 1 or factors[0] & (factors[0] - 1):
                return False
            left.append(one.args[0])
        else:
            return False
    return True


def _is_halved(value: Term) -> bool:
    """Is a value the signed quotient by a power of two?"""
    divisor = value.args[1] if value.kind is Kind.SDIV else None
    return divisor is not None and divisor.kind is Kind.CONST and _is_power(divisor, positive=True)


def _is_power(value: Term, *, positive: bool) -> bool:
    """Has a constant one bit, which is not the sign if it is to be positive?"""
    if not isinstance(value.sort, BVSort):
        return False
    (number,) = value.params
    return 0 < number < 1 << value.sort.width - positive and not number & (number - 1)
