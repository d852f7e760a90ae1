"""Front ends: from source text to the GOTO program."""
