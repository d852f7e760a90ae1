"""What a call has the device do: read operands, compute, and write operands."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cudabmc.modelapi import ModelContext, Value
from opmodels.libraries.cusolver.common import accuracy
from opmodels.libraries.cusolver.common.operand import Integers, Panel
from opmodels.libraries.stream_operations import issue

SolverOperand = Panel | Integers


@dataclass(frozen=True, slots=True)
class SolverOperation:
    """`compute` gets what the `reads` hold and gives what the `writes` will hold, None for what is arbitrary. An
    operation that takes more than so many multiplications (`work`) is not computed."""

    reads: Sequence[SolverOperand]
    writes: Sequence[SolverOperand]
    compute: Callable[..., Sequence[Any]]
    work: int
    phases: bool = False

    def check(self, ctx: ModelContext) -> None:
        """Require that all operands are memory that the device reaches."""
        written = {id(operand) for operand in self.writes}
        for operand in self.reads:
            if id(operand) not in written:
                operand.check(ctx, write=False)
        for operand in self.writes:
            operand.check(ctx, write=True)

    def carry_out(self, ctx: ModelContext) -> None:
        """Read, compute and write."""
        values = [operand.read(ctx) for operand in self.reads]
        results: Sequence[Any] = [None] * len(self.writes)
        if all(value is not None for value in values) and self.work <= accuracy.MOST:
            accuracy.note(ctx, phases=self.phases)
            try:
                results = self.compute(*values)
            except (ArithmeticError, ValueError):
                # A division by 0 and the like: what comes out of infinities depends on the order of the steps.
                results = [None] * len(self.writes)
        for operand, result in zip(self.writes, results, strict=True):
            operand.write(ctx, result)


def perform(
    ctx: ModelContext, stream: Value | None, operation: SolverOperation, use: Callable[[], None] | None = None, *,
    waits: bool = False,
) -> None:  # fmt: skip
    """Check the operands and issue the operation to a stream, behind what it does with its workspace (`use`); the host
    may wait for it (`waits`). Without a stream the host carries it out itself."""
    operation.check(ctx)

    def run() -> None:
        if use is not None:
            use()
        operation.carry_out(ctx)

    if stream is None:
        run()
    else:
        issue(ctx, stream, run, waits=waits)
