"""What a model sees of its call and of the launch that it belongs to."""

from collections.abc import Sequence

from cudabmc.goto.program import Call
from cudabmc.goto.types import Type
from cudabmc.modelling.running import Running
from cudabmc.source.location import NOWHERE, Location
from cudabmc.state.execution import Execution
from cudabmc.state.limits import Limits
from cudabmc.state.plan import ONE_BLOCK
from cudabmc.state.position import user_location


class AboutCall:
    """The call that runs."""

    def __init__(self, running: Running) -> None:
        self._running = running

    @property
    def name(self) -> str:
        return self._running.model.name

    @property
    def location(self) -> Location:
        call = self._running.site.call
        if call is None:
            return NOWHERE
        thread = self._running.thread
        return user_location(thread) if thread.frames[-1].code.function.library else call.loc

    @property
    def _call(self) -> Call:
        call = self._running.site.call
        assert call is not None
        return call

    @property
    def arg_types(self) -> Sequence[Type]:
        return self._call.types

    @property
    def arg_ctypes(self) -> Sequence[str]:
        return self._call.ctypes

    @property
    def ret_type(self) -> Type:
        return self._call.ret

    @property
    def on_device(self) -> bool:
        return self._running.thread.block is not None


class AboutLaunch:
    """The launch of the calling thread, and the device."""

    def __init__(self, ex: Execution, running: Running) -> None:
        self._ex = ex
        self._running = running

    @property
    def cooperative(self) -> bool:
        grid = self._ex.s.device.grids.get(self._running.thread.operation)
        return grid is not None and grid.cooperative

    @property
    def cluster(self) -> tuple[int, int, int]:
        grid = self._ex.s.device.grids.get(self._running.thread.operation)
        return ONE_BLOCK if grid is None else grid.cluster

    @property
    def limits(self) -> Limits:
        return self._ex.settings.limits

    def builtin(self, name: str) -> tuple[int, int, int]:
        thread = self._running.thread
        assert thread.block is not None
        values = {
            "threadIdx": thread.id.thread, "blockIdx": thread.block.index,
            "blockDim": thread.rank.block_size, "gridDim": thread.rank.grid_size,
        }  # fmt: skip
        return values[name]
