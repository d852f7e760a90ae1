"""cudabmc: a bounded model checker for CUDA programs."""
