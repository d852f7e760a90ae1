"""A program that shows a violation outside of cudabmc."""
