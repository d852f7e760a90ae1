"""What cudabmc says of a program."""

from pathlib import Path

from cudabmc.options.table import Options
from cudabmc.verification.passes import Verification
from cudabmc.verification.pipeline import load
from cudabmc.verification.question import settings_of
from tests.memory_model.interleavings import Verdict
from tests.memory_model.litmus import Program
from tests.memory_model.to_cuda import to_cuda

_MOST_SWITCHES = 20
"""No program has more accesses: all interleavings are within this bound."""


def explored(program: Program, folder: Path) -> Verdict:
    source = folder / "litmus.cu"
    source.write_text(to_cuda(program))
    options = Options(frontend="c", all_runs=True, context_bound=_MOST_SWITCHES, order_abstraction=False)
    run = Verification(load([str(source)], options), options, settings_of(options))
    run.final_states = []
    result = run.run()
    assert not result.reason, result.reason
    assert {v.prop for v in result.violations} <= {"data-race"}, result.violations
    outcomes = set()
    for state in run.final_states:
        cells = next((o.cells for o in state.objects.values() if o.name == "r"), {})
        values = {offset // 8: value for offset, (_, value) in cells.items()}
        outcomes.add(tuple(int(values.get(index, 0)) for index in range(len(program.registers()))))
    return Verdict(bool(result.violations), frozenset(outcomes))
