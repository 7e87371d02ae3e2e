"""Machine code in libraries: building them ahead of time, finding code in them, calling it (docs/machine_code.md)."""
