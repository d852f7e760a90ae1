"""The process that a run is in."""
