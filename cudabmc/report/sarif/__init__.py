"""A run as SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, errata 01)."""
