"""The server: routes, connections, and their limits."""
