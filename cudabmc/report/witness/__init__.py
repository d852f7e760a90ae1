"""A run as a witness in the formats of SV-COMP, for validators and other verifiers."""
