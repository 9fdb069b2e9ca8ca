"""One run: its files, the rules for each, worker processes, the result cache, and verification.

Begin with `run.py`. It joins all other packages; only the command line and the language server import it.
"""
