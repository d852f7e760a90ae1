"""The call of a model that runs, for the parts of the context that serve it."""

from collections.abc import Callable

from cudabmc.state.model_call import NO_CALL, CallSite, ModelCall
from cudabmc.state.signals import Stopped
from cudabmc.state.thread import Thread
from cudabmc.state.value import Value
from opmodels.registry import Model


class Running:
    """The innermost call: a model can call functions of the program, which call models."""

    __slots__ = ("now",)

    def __init__(self) -> None:
        self.now: ModelCall | None = None

    @property
    def call(self) -> ModelCall:
        """The call."""
        assert self.now is not None
        return self.now

    @property
    def thread(self) -> Thread:
        """The calling thread."""
        assert self.now is not None
        return self.now.thread

    @property
    def site(self) -> CallSite:
        """Where the call stands."""
        return NO_CALL if self.now is None else self.now.site

    @property
    def model(self) -> Model:
        """The model that runs."""
        return self.site.model

    def begin_access(self) -> Thread:
        """The thread, which accesses memory until `end_access`.

        A model is one event: what comes before its first visible access is done again when the scheduler has chosen
        it, and then all of its accesses go through."""
        call = self.call
        call.thread.turn.go, call.thread.turn.stepped = call.chosen, call.stepped
        return call.thread

    def end_access(self, done: bool) -> None:
        """The access is over. Unless it was done, the call waits until the scheduler chooses it."""
        turn = self.thread.turn
        turn.go = turn.stepped = False
        if not done:
            raise Stopped

    def again(self, make: Callable[[], Value]) -> Value:
        """An input of the call, which is the same when it is run again after a decision."""
        call = self.call
        if call.next == len(call.made):
            call.made.append(make())
        call.next += 1
        return call.made[call.next - 1]

    def made_once(self, make: Callable[[], Value]) -> Value:
        """An input that memory needs: within a call, the one that the call has made before."""
        return make() if self.site.call is None else self.again(make)
