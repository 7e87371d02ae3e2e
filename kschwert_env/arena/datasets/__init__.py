"""Datasets of games for offline learning: Parquet and Minari. Needs the extra `dataset`."""
