"""The command `kschwert`: simulate, bench, check an edition, replay a record. It knows no game."""
