"""Evaluation protocols: fixed opponents on fixed deals, for comparable results. See `kschwert evaluate --help`."""
