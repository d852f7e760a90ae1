"""Proofs for every launch: see README.md."""
