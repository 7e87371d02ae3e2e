"""Code of pages that needs a library in an environment of its own. Run by `make doors`."""
