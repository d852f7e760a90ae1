"""Files, positions in them, and diagnostics that point at them."""
