"""Edits of the source that may repair what a violation shows."""
