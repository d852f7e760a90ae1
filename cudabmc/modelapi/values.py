"""What a model may do with values: compute, decide, make up, and say what must hold of them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from cudabmc.goto.op import Op
from cudabmc.goto.types import Type
from cudabmc.state.matrix_product import MatrixProduct
from cudabmc.state.value import Value


class ValuesPart(Protocol):
    """Values that are known or not. They touch no memory and no state: a model that declares itself pure has them."""

    def op(self, op: Op, type: Type, *args: Value, of: Type | None = None) -> Value:
        """Apply an operator of the GOTO program; `of` is the type of the operands (default: type)."""

    def is_const(self, value: Value) -> bool:
        """Is the value known?"""

    def decide(self, cond: Value) -> bool:
        """Branch on a BOOL. For a term the machine runs the model once for each outcome that is
        possible, under the respective guard, from its beginning: decide before any side effect."""

    def concretize(self, value: Value, type: Type) -> int:
        """Like `decide`, for an integer: one run for each value that is possible (few)."""

    def digits(self, value: Value, type: Type) -> str:
        """The digits of an integer, as a part of the key of a variable (`VariablesPart`), and of nothing else: who
        makes instructions of models has other words for it. One run for each value that is possible."""

    def approximation(self, type: Type, label: str) -> Value:
        """Like `nondet`, for a result that would be exact on known values. A replay computes it, so
        a violation that only the arbitrary value shows cannot be confirmed, and gives UNKNOWN. So does one
        that depends on a value which the replay does not compute either."""

    def computed(
        self, function: Callable[..., Sequence[Value]], args: Sequence[Value], types: Sequence[Type], label: str,
        such_that: Callable[[Sequence[Value]], Value] | None = None,
    ) -> Sequence[Value]:  # fmt: skip
        """What a function of Python returns for known values: results of these types. If one of the values is not
        known, each result is an `approximation`, and the condition `such_that` (BOOL) of the results holds, as by
        `constrain`. The function depends on its arguments alone."""

    def applied(self, signature: str, type: Type, *args: Value, of: Type | None = None) -> Value:
        """What the pure model that is shipped for this declaration answers, as a call of it would: a value of `type`.
        `of` is the type of all arguments (default: type)."""

    def product(
        self, shape: MatrixProduct, a: bytes, b: bytes, c: bytes | None, factors: tuple[float, float]
    ) -> bytes | None:  # fmt: skip
        """The matrix C of a product of known numbers, whose bytes are given, computed as machine code. `factors` are
        alpha and beta; where `c` is None, C is not looked at. None if there is no machine code for that."""

    def named(self, value: Value, type: Type, label: str) -> Value:
        """`value` itself, or for a term a variable that equals it: where a large term is used often,
        conditions that speak of the variable are decided much faster."""

    def constrain(self, cond: Value) -> None:
        """What this call has made (`nondet`, `failure`, `approximation`) is such that `cond` (BOOL) holds. Whatever
        the arguments and the state are, some choice must do so: no execution is excluded."""

    def note(self, text: str) -> None:
        """List an assumption that this run rests on in the report (once for each text)."""


class InputsPart(Protocol):
    """Arbitrary values, and what the program prints."""

    def nondet(self, type: Type, label: str, low: int | None = None, high: int | None = None, ctype: str = "") -> Value:
        """A fresh arbitrary value, listed as an input named `label` in counterexamples; an integer
        can be bounded from `low` to `high`, both included and read as unsigned. It is printed as a value of `ctype`:
        if that is not given, of the C type of the result for a value of its machine type, signed for any other."""

    def failure(self, label: str) -> Value:
        """Like `nondet`, of BOOL: does the call fail for a reason that lies outside of the program (no memory, no such
        file)? A program that aborts or exits only where that is so is not to blame."""

    def is_arbitrary(self, kind: str) -> bool:
        """Is this part of the surroundings arbitrary (`--arbitrary`: "rand", "time", "files", "args",
        "occupancy", "textures")? If not, it is as in a run of the program, and the model says with `note` what it
        takes for known. The same in all calls."""

    def output(self, text: str) -> None:
        """What the program prints, shown in counterexamples."""


class ChecksPart(Protocol):
    """What must hold, and what is assumed to hold."""

    def uses(self, value: Value, what: str) -> Value:
        """`value` decides what the function does, so it must not depend on what nobody has written; `what` it is,
        in words. Arguments of `decide`, `concretize`, `require` and sizes and pointers of memory are looked at
        without this. The value."""

    def require(self, cond: Value, prop: str, text: str, *, error: int = 0) -> None:
        """Property `prop` is violated when `cond` (BOOL) does not hold. `text` is the sentence of
        the report, in the program's own terms. Execution continues where it holds.

        If the property is off, a call for which it does not hold does nothing: it answers with the code `error`
        (0: the error that its result type has for invalid arguments), or with an arbitrary value if its result is no
        status. So require before the first effect. Of `assertion` a failure is passed over, and the model continues."""

    def assume(self, cond: Value, *, intended: bool = False) -> None:
        """Only executions in which `cond` (BOOL) holds are looked at from here on. `intended`: the program says so
        itself, so what nobody has written may be in `cond`: it is meant to be arbitrary."""
