"""Results of earlier runs, stored on disk and reused until something that they depend on changes.

Begin with `project_cache.py`. It stores results, and does not decide what to check.
"""
