"""What warps do that a device does slowly."""
