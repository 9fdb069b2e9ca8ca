"""Files of a run: discovery, reading, writing, and what git knows about them.

It may import settings and project, and does not understand code. Begin with `source.py`.
"""
