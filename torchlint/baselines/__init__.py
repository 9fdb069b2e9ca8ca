"""Accepted findings, and which findings count as new.

Begin with `matching.py`. It compares findings, and does not check files.
"""
