"""The interface of the operational models."""
