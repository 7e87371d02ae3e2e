"""Games played in text by language models: transcripts, statistics and reports."""
