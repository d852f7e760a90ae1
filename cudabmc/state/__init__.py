"""What an execution is made of."""
