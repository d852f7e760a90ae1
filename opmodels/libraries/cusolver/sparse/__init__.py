"""See the README of cuSOLVER's models."""
