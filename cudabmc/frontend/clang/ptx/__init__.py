"""Inline PTX: its text, and what its instructions mean."""
