"""The decorator for functions of the CUDA runtime API, of which device code may call a few."""

from collections.abc import Callable

from opmodels.registry import ModelFunction, model


def api(
    *signatures: str, symbol_params: tuple[int, ...] = (), assumes: bool = False, device: bool = False
) -> Callable[[ModelFunction], ModelFunction]:
    """`registry.model` for a host function, and with `device` one that kernels may call as well (programming guide,
    'CUDA Dynamic Parallelism', 'API Reference'). Host functions that a stream runs "must not make any CUDA API calls"
    (cudaLaunchHostFunc)."""
    return model(*signatures, device=device, symbol_params=symbol_params, outside_streams=True, assumes=assumes)
