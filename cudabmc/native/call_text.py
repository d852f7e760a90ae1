"""Call: which of seven forms a call takes in machine code."""

from cudabmc.goto.program import THREAD_VARIABLES, Call
from cudabmc.native.block_text import write_block
from cudabmc.native.blocks import BLOCKS
from cudabmc.native.direct_call_text import write_direct_call
from cudabmc.native.function_writer import FunctionWriter
from cudabmc.native.indirect_call_text import write_indirect_call
from cudabmc.native.layout import Reason
from cudabmc.native.model_call_text import write_model_call
from cudabmc.native.models import FWRITE, SEEDED
from cudabmc.native.native_model_text import write_native_form, write_steps
from cudabmc.native.operators import NoMachineCodeError
from cudabmc.native.seeded_random_text import write_seeded
from cudabmc.native.stops import stop
from cudabmc.native.written_text import write_fwrite


def write_call(w: FunctionWriter, i: Call, pc: int) -> None:
    """A model in machine code, a compiled function, or a model that Python calls. Stops before any other call."""
    if not isinstance(i.callee, str):
        write_indirect_call(w, i, pc)
        return
    if i.callee in THREAD_VARIABLES:
        raise NoMachineCodeError("a variable of threads")
    form = w.scope.native_form(i)
    if form in BLOCKS:
        write_block(w, i, pc)
        return
    if form == SEEDED:
        write_seeded(w, i, pc)
        return
    if form:
        write_native_form(w, i, form, pc)
        return
    if i.signature and write_steps(w, i, pc):
        return
    callee = w.scope.function(i.callee) if not i.signature else None
    if callee is not None:
        write_direct_call(w, i, callee, pc)
    else:
        _write_model(w, i, pc)


def _write_model(w: FunctionWriter, i: Call, pc: int) -> None:
    site = w.scope.model_call(w.code, pc)
    if site is not None:
        (write_fwrite if i.signature == FWRITE else write_model_call)(w, i, site, pc)
        return
    stop(w, pc, Reason.CALL)
    w.text.begin(w.text.label())
