"""The report as one HTML page: findings, a debugger for their traces, and what the answer rests on."""
