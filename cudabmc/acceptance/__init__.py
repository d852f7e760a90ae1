"""Findings that the users of a program accept."""
