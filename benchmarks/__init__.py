"""Programs with known answers, and what measures cudabmc on them: `python -m benchmarks`."""
