"""Settings: where each was set, which ones apply to a file, and whose packs are trusted.

Begin with `keys.py` (the keys) and `config.py` (which layers apply to a folder).
"""
