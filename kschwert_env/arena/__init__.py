"""The arena: agents play each other at fair tables, and it says how good they are. `kschwert arena --help`."""
