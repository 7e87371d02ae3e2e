"""Adapters: environments with the interfaces of other libraries, one module per library. They work for every game."""
