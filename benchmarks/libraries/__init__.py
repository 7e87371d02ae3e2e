"""Each library driven through its door, as its own tutorial or test does it, beside the bare engine: `make doors`.

A module for each library, which runs in an environment that has it. It says whether it works and at what speed, and
raises what the library raises if it does not. One more library is one more module, and its name among those in the
`Makefile` that have an environment of their own, if it needs one.
"""
