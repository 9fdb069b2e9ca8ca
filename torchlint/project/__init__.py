"""Files as parts of a project: what their imports lead to, who imports them, which packages they require.

It may import syntax only. Begin with `import_resolver.py`.
"""
