"""What the host asks of the device."""
