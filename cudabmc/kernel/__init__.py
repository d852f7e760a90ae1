"""A kernel with all that it calls, as one control-flow graph."""
