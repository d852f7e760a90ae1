"""Operational models of the CUDA and C libraries."""

import importlib
import pkgutil
from functools import cache

__all__ = ["load_all"]


@cache
def load_all() -> None:
    """Import every module of this package, which registers all models. Later calls do nothing."""
    for module in pkgutil.walk_packages(__path__, f"{__name__}."):
        importlib.import_module(module.name)
