"""The magic for a live kernel: `%load_ext torchlint`, then `%%torchlint`, with `--verify` for verdicts.

Begin with `extension.py`.
"""
