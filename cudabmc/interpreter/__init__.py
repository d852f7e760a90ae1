"""Executes instructions."""
