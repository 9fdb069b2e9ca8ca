"""What NumPy and Pillow had, and have no more: names that training code uses, and that end a run where it uses them.

That they are gone was tried with NumPy 2.4; since when is what ruff says of NPY001 and NPY201, and what Pillow's
release notes of 10.0 say of its constants. `np.bool` and `np.long` are not here: NumPy 2.0 has them again.
"""

from __future__ import annotations

from torchlint.knowledge.deprecations import Change
from torchlint.project.requirements import Version

# The newest version of each package whose names were tried.
NEWEST_BESIDE_TORCH: dict[str, Version] = {"numpy": (2, 4), "pillow": (12, 0)}
_SHOWN = {"numpy": "NumPy", "pillow": "Pillow"}


def _gone(package: str, since: Version, name: str) -> Change:
    """A name for which there is another one: in the same module where that begins with a dot, else a builtin."""
    happens = f"fails since {_SHOWN[package]} {since[0]}.{since[1]}"
    return Change(since, "", rename=name, happens=happens, package=package)


# Other names of Python's own types, and of what NumPy calls otherwise, by the end of their dotted names.
_BUILT_IN = ("float", "int", "object", "complex", "str")
_RENAMED = {
    "float_": "float64",
    "complex_": "complex128",
    "unicode_": "str_",
    "string_": "bytes_",
    "Inf": "inf",
    "Infinity": "inf",
    "infty": "inf",
    "PINF": "inf",
    "NaN": "nan",
    "product": "prod",
    "cumproduct": "cumprod",
    "sometrue": "any",
    "alltrue": "all",
    "round_": "round",
    "mat": "asmatrix",
}

REMOVED_BESIDE_TORCH: dict[str, Change] = {
    **{f"numpy.{name}": _gone("numpy", (1, 24), name) for name in _BUILT_IN},
    **{f"numpy.{name}": _gone("numpy", (2, 0), f".{now}") for name, now in _RENAMED.items()},
    "PIL.Image.ANTIALIAS": _gone("pillow", (10, 0), ".LANCZOS"),
}
LAST_PARTS = frozenset(name.rpartition(".")[2] for name in REMOVED_BESIDE_TORCH)
