"""Functions that are called by their contract: what is known of a result is what the function promises.

    __device__ int half(int x)          at a call: x >= 0 is shown, the result is any number,
    {                                   and then it is known that 0 <= result <= x
        cudabmc_by_contract();
        cudabmc_requires(x >= 0);
        cudabmc_ensures(cudabmc_result() >= 0 && cudabmc_result() <= x);
        ...
"""

from dataclasses import replace

from cudabmc.goto import program as goto
from cudabmc.goto.types import PtrType

BY_CONTRACT = "__cudabmc_by_contract"
"""What such a function calls."""

PROMISING = "__cudabmc_ensures"
"""What a function with a postcondition calls."""

PRECONDITIONS = frozenset({"__requires", "__global_requires", "__cudabmc_requires"})
"""Functions that say what a function requires of its callers."""


def is_called_by_contract(function: goto.Function) -> bool:
    """Does a function say so of itself?"""
    return any(isinstance(i, goto.Call) and i.callee == BY_CONTRACT for i in function.body)


def contract_of(function: goto.Function) -> goto.Function | None:
    """A function without what stands behind its contract; None if a jump leads there, or if it returns a pointer."""
    contracts = {BY_CONTRACT, PROMISING, *PRECONDITIONS}
    last = max(pc for pc, i in enumerate(function.body) if isinstance(i, goto.Call) and i.callee in contracts)
    body = function.body[: last + 1]
    targets = {
        target for i in body if isinstance(i, goto.Goto | goto.Branch)
        for target in ((i.target,) if isinstance(i, goto.Goto) else (i.then, i.orelse))
    }  # fmt: skip
    leaves = any(target > last for target in targets) or any(isinstance(i, goto.Return) for i in body)
    return None if leaves or isinstance(function.ret, PtrType) else replace(function, body=body)
