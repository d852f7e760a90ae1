"""Functions of their arguments alone, such as expf: two calls with the same arguments have the same result, whichever
kernel makes them. Nothing else is known of them."""

from collections.abc import Sequence

from cudabmc import terms
from cudabmc.goto.program import Call
from cudabmc.goto.types import PtrType, VoidType
from cudabmc.kernel.inlining import FindModel
from cudabmc.prover.block_memory import UntoldError
from cudabmc.reals.functions import FUNCTIONS, FunctionCall, function_name
from cudabmc.terms import Term, TermValue


class PureCalls:
    """The results of calls."""

    def __init__(self, find: FindModel) -> None:
        self._find = find
        self._results: dict[object, Term] = {}
        self._calls: dict[Term, FunctionCall] = {}

    def result(self, i: Call, arguments: Sequence[TermValue]) -> Term:
        """What a call has for a result. Raises UntoldError if arguments do not tell it."""
        model = self._find(i.callee, i.signature) if isinstance(i.callee, str) else None
        if model is None or not model.pure or any(isinstance(type, PtrType | VoidType) for type in (*i.types, i.ret)):
            raise UntoldError(f"{i.loc}: what {i.callee} does is not told of a whole block")
        # Numbers by their text: 0.0 and -0.0 are equal, and 1 and 1.0.
        given = tuple(one if isinstance(one, Term) else repr(one) for one in arguments)
        key = i.callee, i.signature, i.ret, given
        found = self._results.get(key)
        if found is None:
            found = self._results[key] = terms.var(f"result {len(self._results)} of {i.callee}", i.ret)
            name = function_name(str(i.callee))
            function = name if name in FUNCTIONS else f"{i.callee}: {i.signature}"
            self._calls[found] = FunctionCall(function, tuple(arguments))
        return found

    def call_of(self, result: Term) -> FunctionCall | None:
        """The call that a variable is the result of."""
        return self._calls.get(result)
