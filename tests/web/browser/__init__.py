"""The page in a real browser: Chromium from the system's packages."""
