"""Machine code for host code whose values are known."""
