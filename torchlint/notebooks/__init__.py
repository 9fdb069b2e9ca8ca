"""Notebooks: reading their cells as one program, and writing edited cells back.

Begin with `cells.py`.
"""
