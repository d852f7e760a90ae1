"""Where threads wait for each other."""
