"""The CUDA runtime API, called by host code."""
