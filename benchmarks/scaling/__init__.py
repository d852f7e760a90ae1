"""Programs that grow with a number, written when they are needed, and what must be explored of each."""
