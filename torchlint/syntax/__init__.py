"""Python source as trees: parsing with two parsers, comparing them, and edits.

The lowest floor: it imports no other. Begin with `tree.py` (the nodes), then `ast_parser.py`.
"""
