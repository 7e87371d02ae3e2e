"""One game and many games at once: `Game`, `Batch`, their storage, and determinizations."""
