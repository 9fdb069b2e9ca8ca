"""Python's source as trees: reading it, one text in two parsers, and edits to it."""
