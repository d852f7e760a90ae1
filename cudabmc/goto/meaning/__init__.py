"""What the operators of the GOTO program mean on constants."""
