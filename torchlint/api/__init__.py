"""The Python API behind `torchlint.check`, `torchlint.fix` and `torchlint.explain`: one run, returned as frozen data.

Begin with `checking.py`. docs/python-api.md describes it for users, and promises what stays as it is.
"""
