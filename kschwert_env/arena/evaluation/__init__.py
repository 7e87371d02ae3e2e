"""Named evaluations: fixed opponents on fixed deals, so that figures can be compared. `kschwert evaluate --help`."""
