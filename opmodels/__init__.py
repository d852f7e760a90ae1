"""Operational models of the CUDA and C libraries."""
