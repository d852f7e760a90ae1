"""The fast lane: launches whose values are all known run as generated Python."""
