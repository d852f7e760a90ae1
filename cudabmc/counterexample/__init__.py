"""The run that shows a violation."""
