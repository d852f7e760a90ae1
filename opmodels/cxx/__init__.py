"""What the C++ run time asks of the machine."""
