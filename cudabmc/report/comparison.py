"""What is said of two kernels that leave the same."""

from cudabmc.options.kernel_arguments import Dimensions
from cudabmc.options.table import Options
from cudabmc.report.proofs import MOST_REASONS
from cudabmc.result import Guarantee, ProofOutcome, Result, Verdict


def comparison(result: Result, options: Options) -> str:
    """Which kernels leave the same, at which launches; empty where that is not so."""
    if result.verdict is not Verdict.SUCCESSFUL or options.grid is None or options.block is None:
        return ""
    first, second = result.kernels[0], result.kernels[-1]
    one = _launch(options.grid, options.block)
    other = _launch(options.second_grid or options.grid, options.second_block or options.block)
    launches = f"at {one}" if one == other else f"{first} at {one}, {second} at {other}"
    names = f"{first} and {second}" if first != second else f"both kernels {first}"
    inputs = "for all inputs" if result.holds_for is not Guarantee.THIS_RUN else "from these arguments"
    functions = ", with any functions in the place of the arithmetic of floats" if options.floats == "abstract" else ""
    return f"{names} leave the same {inputs}, {launches}{functions}"


def proved_comparison(result: Result) -> list[str]:
    """Do two kernels leave the same for every launch, in lines: under which conditions, in which launch not, or why it
    is not known."""
    (answer,) = result.proofs
    if answer.outcome is ProofOutcome.PROVED:
        conditions = [*answer.preconditions]
        return [f"{answer.name} leave the same for every launch{' with' if conditions else ''}", *conditions]
    if answer.outcome is ProofOutcome.FAULTY:
        return [f"{answer.name} differ in {answer.launch}: see above"]
    shown, left = [*answer.reasons[:MOST_REASONS]], len(answer.reasons) - MOST_REASONS
    more = [f"and {left} more (--json lists them)"] if left > 0 else []
    return [f"it is not known whether {answer.name} leave the same", *shown, *more]


def _launch(grid: Dimensions, block: Dimensions) -> str:
    return f"grid {_sizes(grid)} and block {_sizes(block)}"


def _sizes(sizes: Dimensions) -> str:
    return f"{sizes[0]}" if len(sizes) == 1 else f"({', '.join(map(str, sizes))})"
