"""See the README of the libraries."""
