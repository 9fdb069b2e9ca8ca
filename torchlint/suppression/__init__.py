"""Comments that suppress findings.

Begin with `suppress.py`.
"""
