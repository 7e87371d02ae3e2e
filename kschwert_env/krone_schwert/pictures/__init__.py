"""Pictures of positions, SVG."""
