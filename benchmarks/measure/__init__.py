"""Measures cudabmc on the programs of benchmarks/; see the README beside this folder."""
