"""All that is words: text drawings, commentary, reasons, and tables of what editions say."""
