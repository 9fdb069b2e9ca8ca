"""The magics for a live kernel: `%load_ext torchlint`, then `%torchlint` or `%%torchlint`, with `--fix`, `--verify`.

Begin with `extension.py`.
"""
