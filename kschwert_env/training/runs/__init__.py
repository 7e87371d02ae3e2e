"""Training runs in a folder: settings, checkpoints, progress, evaluation, learning curves."""
