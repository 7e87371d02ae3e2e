"""The contract between a game and everything else: rules, options, actions, chance events, purposes."""
