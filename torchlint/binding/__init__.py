"""Which names, functions and classes a file defines, and which definition a use of a name sees.

It may import syntax, project, domain and knowledge. Begin with `symbols.py` (classes, functions, scopes) and
`use_def.py` (definitions and uses).
"""
