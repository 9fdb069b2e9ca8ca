"""The abstract values of the interpreter, and how two of them join.

It may import syntax and project, and knows nothing of PyTorch's functions. Begin with `values.py`.
"""
