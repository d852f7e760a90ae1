"""The decorator for functions of the CUDA runtime API that only host code may call."""

from collections.abc import Callable

from opmodels.registry import ModelFunction, model


def api(
    *signatures: str, symbol_params: tuple[int, ...] = (), assumes: bool = False
) -> Callable[[ModelFunction], ModelFunction]:
    """`registry.model` for a host function. Host functions that a stream runs "must not make any CUDA API calls"
    (cudaLaunchHostFunc)."""
    return model(*signatures, device=False, symbol_params=symbol_params, outside_streams=True, assumes=assumes)
