"""Benchmarks of other libraries on our adapters, as in their own tutorials or tests: `make bench-libraries`.

There is a module for each library, which runs in an environment that has it. It prints the library's speed and that of
the bare engine, or raises the library's error. To add a library, add a module, and its name to `PINNED` in the
`Makefile` if it needs a virtual environment of its own.
"""
