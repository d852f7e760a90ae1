"""From pointers to objects."""
