"""What fwrite() in machine code has written to a file, before the file has it.

A program that writes a file number by number would have Python called for each. So the bytes are logged, as libc
buffers them, and written before anybody can ask for the file: before a model runs, and where machine code stops. The
log is that of the stream that Python has written to last, as long as no other model has run.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cudabmc.goto.program import Call, Reg
from cudabmc.interpreter.core import Machine
from cudabmc.native.layout import RunContext
from cudabmc.native.table import address_of_buffer
from cudabmc.state import model_calls
from cudabmc.state.decisions import Point
from cudabmc.state.model_call import CallSite, ModelCall
from cudabmc.state.thread import Thread
from cudabmc.state.value import Pointer, Value

if TYPE_CHECKING:
    from opmodels.libc.file_stream import FileStream

SIZE = 1 << 16
_NOBODY = -1


class WrittenLog:
    """The log, for machine code and for Python."""

    def __init__(self, machine: Machine, context: RunContext) -> None:
        self._m = machine
        self._context = context
        self._bytes = bytearray()
        self._held: list[object] = []  # keeps the bytes where they are
        self._site: CallSite | None = None
        self._stream: FileStream | None = None
        context.log_stream = _NOBODY

    def begin(self, thread: Thread, call: Call, point: Point, regs: Sequence[Value]) -> None:
        """The call has written to a stream: what it writes next may be logged."""
        assert isinstance(call.callee, str)
        handle, model = call.args[3], model_calls.find(call.callee, call.signature)
        stream = regs[handle.index] if isinstance(handle, Reg) else None
        if not isinstance(stream, Pointer) or stream.offset != 0 or model is None or model.source:
            return
        from opmodels.libc.stream import takes_more  # few programs write files

        self._site = site = CallSite(call, point[1], point, model)
        calls = self._m.calls

        def find() -> None:
            self._stream = takes_more(calls.context, stream)

        self._stream = None
        calls.carry_out(ModelCall(site, thread), find)
        if self._stream is not None:
            if not self._bytes:
                self._bytes = bytearray(SIZE)
                self._context.log = address_of_buffer(self._bytes, self._held)
                self._context.log_size = SIZE
            self._context.log_stream = stream.obj

    def settle(self, thread: Thread) -> None:
        """The file gets what was logged; nothing is logged until the next call says so."""
        context = self._context
        context.log_stream = _NOBODY
        if not context.log_used:
            return
        written, context.log_used = bytes(self._bytes[: context.log_used]), 0
        stream, site = self._stream, self._site
        assert stream is not None and site is not None
        self._m.calls.carry_out(ModelCall(site, thread), lambda: stream.write(written))
