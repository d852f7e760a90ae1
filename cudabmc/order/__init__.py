"""Which accesses are ordered."""
