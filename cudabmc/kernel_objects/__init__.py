"""Kernels as objects of Python packages that launch them: what they say of themselves, as a program and its options."""
