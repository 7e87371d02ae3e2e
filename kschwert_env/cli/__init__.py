"""The command line `kschwert`. It accesses games through the game specification only."""
