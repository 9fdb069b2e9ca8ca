"""What PyTorch and related libraries do: rows to look up, and no code that interprets a program.

It may import domain, project and syntax. Begin with `lookup.py`; `operations.py` describes tensor operations,
`effects.py` the form of rows for libraries.
"""
