"""The GOTO program: its types, operators, instructions, text form and verifier."""
