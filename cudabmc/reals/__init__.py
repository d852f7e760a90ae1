"""Terms of floats as real numbers; see README.md."""
