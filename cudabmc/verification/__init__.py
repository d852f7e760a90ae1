"""From files to a result."""
