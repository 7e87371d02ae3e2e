"""The code of docs/libraries.md, and of the JAX sections of docs/search_libraries.md. Run by `make doors`."""
