"""Proofs of kernels in the text of a test, and whether a launch meets what they are proved under."""

import re
from collections.abc import Mapping, Sequence

from cudabmc import terms
from cudabmc.options.table import Options
from cudabmc.prover.kernel_proof import KernelProver
from cudabmc.prover.proof import KernelProof, ProofScope
from cudabmc.prover.questions import Solving
from cudabmc.source.text import SourceText
from cudabmc.state import model_calls
from cudabmc.verification.pipeline import load
from tests.prover.expectations import sizes_of

OVERFLOW = re.compile(
    r"no (?:integer overflow|number too large for an int|pointer that wraps around) in line \d+ of \S+"
)


ANY_LAUNCH = ProofScope()


def proof_of(
    source: str, kernel: str | None = None, *, name: str = "k.cu", work: int = 1 << 40, scope: ProofScope = ANY_LAUNCH
) -> KernelProof:  # fmt: skip
    """The proof of a kernel of a text, the only one if it is not named."""
    program = load([SourceText(source, name)], Options(kernel=kernel, prove=True))
    kernels = [f for f in program.functions.values() if f.is_kernel and kernel in (None, f.display)]
    (function,) = kernels
    with terms.terms_of_a_run():
        solving = Solving(left=work)
        return KernelProver(program, function, model_calls.find, scope, solving).run()


def meets(
    proof: KernelProof, grid: Sequence[int], block: Sequence[int], numbers: Mapping[str, int]
) -> bool | None:  # fmt: skip
    """Is a launch, with arguments that are `numbers`, one that the proof is about? None if it is not told here: an
    overflow shows in a run alone. What cannot be read is taken as not met."""
    sizes = {"gridDim": grid, "blockDim": block}
    one = {(size.value, axis) for size, axis in proof.one}
    if any(axis < len(sizes[name]) and sizes[name][axis] > 1 for name, axis in one):
        return False
    words = sizes_of(grid, block)
    known: bool | None = True
    for text in " && ".join(proof.preconditions).split(" && "):
        if OVERFLOW.fullmatch(text):
            known = None
            continue
        try:
            if text and not eval(text, {"__builtins__": {}}, {**words, **numbers}):
                return False
        except (NameError, SyntaxError):
            return False
    return known
