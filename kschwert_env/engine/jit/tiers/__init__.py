"""Two tiers of code: plain Python at once, compiled code as soon as a background process has made it."""
