"""Games in text for harnesses of language models, one module for each library (docs/language_models.md)."""
