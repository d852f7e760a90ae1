"""What a model may do with threads: where they continue, how they end, meet and order their accesses."""

from collections.abc import Callable, Sequence
from typing import NoReturn, Protocol

from cudabmc.goto.types import Type
from cudabmc.state.value import Value


class ControlPart(Protocol):
    """Where execution continues."""

    def call(self, function: Value, args: Sequence[Value], types: Sequence[Type], ret: Type) -> Value:
        """Call a function of the program (a comparator of qsort) and run it to its end."""

    def run_host_thread(self, start: Value, argument: Value, behind: str, number: int = 0) -> bool:
        """A thread of the host does what it does before this one continues: when the model has returned, `start` is
        called with a pointer, and then the model with the signature `behind`, which gets the pointer that `start` has
        returned. A program with variables of which each thread has its own is refused.

        One that gets a `number`, from 2 on, may also take turns with the others (`host_turn`). Answers whether it
        runs at once."""

    def host_turn(self, kind: str, *places: Value, other: int = 0) -> bool:
        """Other threads of the host may come before what this one does now at `places`: it makes a "step" that never
        waits, is to "lock" the mutex or to pass the "guard" there, or to "join" thread `other`, and goes on when that
        can be done. One that is to "wait" for a condition with a mutex in hand comes back with True to give it back,
        and then waits to be "woken" with the mutex free; when it is, the first of the two answers False. The first
        action of a model."""

    def host_wakes(self, condition: Value, *, all: bool) -> None:
        """One or all threads of the host are woken that wait for the condition."""

    def host_thread_ends(self, number: int, before: int) -> bool:
        """The thread of the host with this number, which runs, has ended. Answers whether it was run at once by the one
        with the number `before`, which continues."""

    def host_thread_joined(self, number: int) -> None:
        """What that thread of the host has done, which has ended, comes before what this one does from now on."""

    def order(self, compar: Value, base: Value, count: int, size: int) -> "Sequence[int] | None":
        """The positions of `count` elements of `size` bytes from `base` on, sorted by a comparator of the program (that
        of qsort), which is called on them where they stand. Of equal ones the first comes first. None from the first
        answer on that is not known."""

    def stop_program(self, status: Value) -> None:
        """exit(): the execution ends here; atexit functions have run. A status other than 0 breaks exit-status."""

    def abort_program(self, text: str) -> None:
        """abort(): the execution ends here, with a violation of `assertion` that says `text`, unless only a `failure`
        leads here. In a kernel the thread ends, as at __trap()."""

    def unsupported(self, construct: str) -> NoReturn:
        """Stop with exit status 2: the program came to something that nothing stands for."""

    def stop_kernel(self, text: str) -> NoReturn:
        """`text` (a clause: "the kernel executes __trap()") stops the kernel for good, which the assertion before
        it says: the thread does not continue, and the host does not come behind the launch."""


class MeetingsPart(Protocol):
    """Threads wait for each other."""

    def rendezvous(self, scope: str, mask: Value | None, payload: Value,
                   combine: Callable[[Sequence[tuple[Value, Value]]], Value] | None, *,
                   orders: bool = False) -> Value:  # fmt: skip
        """Wait until all threads of the `scope` ("block", "grid", or "warp", there those of the I32 `mask`)
        have arrived. `combine` gets (linear thread number, payload) of all of them and makes the result of each.
        The scope "converged" is that of the threads of the warp that come here together, in the same rounds of
        all loops. What the threads of a block or a grid did before is ordered before what they do behind it; with
        `orders`, so is it for those of a warp. The call must be the last action of the model and its value the model's
        result."""

    def known_payload(self, value: Value, type: Type) -> Value:
        """An integer for the payload of a `rendezvous` whose `combine` wants to know it: what `concretize` makes of it.
        Who only writes down what the model does, for others that know all values, gives `value` itself: a model must
        hand it on, and look at it in `combine` alone."""

    def require_of(self, number: int, cond: Value, prop: str, text: str, hint: str = "") -> None:
        """In a `combine`: as `require`, of the thread with this linear number, which waits where it called. `hint` is
        the next step that a report offers, if that of the property does not fit."""

    def store_of(self, number: int, ptr: Value, value: Value, type: Type) -> None:
        """In a `combine`: a store by that thread, whose range it has checked before it began to wait."""

    def meeting(
        self, key: object, name: str, *, expected: int | None = None, makes: bool = False, count: int = 0,
        drop: int = 0, until: int | None = None,
    ) -> Value:  # fmt: skip
        """A barrier that counts arrivals, which reports call `name`: `key` is an int for one of the block, else
        any constant. Makes it for `expected` arrivals a phase (`makes`: anew), arrives `count` times, `drop` of
        them for the last time, waits until phase `until` is over (-1: that of the arrival). The result is the
        number of the phase, from 0. The last action of the model, as `rendezvous`."""


    def cluster_barrier(self, step: str, *, all_threads: bool) -> Value:
        """The barrier of the cluster: "sync", or "arrive" and "wait" one after the other; one that is "arrive relaxed"
        orders nothing that the thread did before it. Of `all_threads` also those must come that have ended. The last
        action of the model, as `rendezvous`."""


class OrderingPart(Protocol):
    """What orders accesses of threads, and copies that are under way beside them."""

    def fence(self, scope: str) -> None:
        """A memory fence of "block", "device" or "system"."""

    def release(self, scope: str) -> None:
        """The next atomic or volatile write releases what the thread has done, to threads in the scope."""

    def acquire(self, *, found: bool) -> None:
        """The access that `release` was for is over, and if `found` what the last read found is acquired."""

    def copy_async(self, dst: Value, src: Value, size: Value, barrier: object = None) -> None:
        """As `copy`, by a copy that is under way from here on; it is over when a batch that it belongs to was waited
        for, or the phase of `barrier` (see `meeting`) at which the thread arrives next."""

    def fill_async(self, dst: Value, size: Value) -> None:
        """As `copy_async` of zeros."""

    def commit_copies(self) -> None:
        """The copies since the last batch make a batch."""

    def wait_for_copies(self, prior: Value) -> None:
        """Wait for all batches of the thread but the `prior` (I64) last ones."""
