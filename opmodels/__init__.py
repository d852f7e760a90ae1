"""Operational models of the CUDA and C libraries."""

from opmodels.registry import load_all

__all__ = ["load_all"]
