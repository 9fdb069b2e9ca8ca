"""What NumPy and Pillow had, and have no more: names that training code uses, and that end a run where it uses them.

That they are gone was tried with NumPy 2.4; since when is what ruff says of NPY001 and NPY201, and what Pillow's
release notes of 10.0 say of its constants and of the sizes of texts. `np.bool` and `np.long` are not here: NumPy 2.0
has them again.
"""

from __future__ import annotations

from torchlint.knowledge.deprecations import Change
from torchlint.knowledge.numpy_names import BUILT_IN, EXCEPTIONS, OF_IMAGES, OTHERWISE, RENAMED
from torchlint.project.requirements import Version

# The newest version of each package whose names were tried.
NEWEST_BESIDE_TORCH: dict[str, Version] = {"numpy": (2, 4), "pillow": (12, 0)}
_SHOWN = {"numpy": "NumPy", "pillow": "Pillow"}


def _renamed(package: str, since: Version, name: str, exists: Version = (0, 0)) -> Change:
    """A name for which there is another one: in the same module where that begins with a dot, else a builtin."""
    return Change(since, "", exists, rename=name, happens=_fails(package, since), package=package)


def _gone(package: str, since: Version, instead: str) -> Change:
    """A name for which there is no other one that takes the same arguments."""
    return Change(since, instead, happens=_fails(package, since), package=package)


def _fails(package: str, since: Version) -> str:
    return f"fails since {_SHOWN[package]} {since[0]}.{since[1]}"


REMOVED_BESIDE_TORCH: dict[str, Change] = {
    **{f"numpy.{name}": _renamed("numpy", (1, 24), now) for name, now in BUILT_IN.items()},
    **{f"numpy.{name}": _renamed("numpy", (2, 0), f".{now}") for name, now in RENAMED.items()},
    **{f"numpy.{name}": _renamed("numpy", (2, 0), f".exceptions.{name}", (1, 25)) for name in EXCEPTIONS},
    **{f"numpy.{name}": _gone("numpy", (2, 0), instead) for name, instead in OTHERWISE.items()},
    "numpy.asscalar": _gone("numpy", (1, 23), "use the array's `item()`"),
    "numpy.in1d": _renamed("numpy", (2, 4), ".isin", (1, 13))._replace(is_same=False),  # keeps the shape
    "numpy.trapz": _renamed("numpy", (2, 4), ".trapezoid", (2, 0)),
    **{f"PIL.Image.{name}": _renamed("pillow", (10, 0), f".{now}") for name, now in OF_IMAGES.items()},
}
# Methods of what these functions and classes make.
_OF_FONTS = ("PIL.ImageFont.truetype", "PIL.ImageFont.load_default", "PIL.ImageFont.FreeTypeFont")
_OF_DRAWINGS = ("PIL.ImageDraw.Draw", "PIL.ImageDraw.ImageDraw")
REMOVED_METHODS: dict[str, tuple[tuple[str, ...], Change]] = {
    "getsize": (_OF_FONTS, _gone("pillow", (10, 0), "use `getbbox`")),
    "getsize_multiline": (_OF_FONTS, _gone("pillow", (10, 0), "use `multiline_textbbox` of a drawing")),
    "textsize": (_OF_DRAWINGS, _gone("pillow", (10, 0), "use `textbbox`")),
    "multiline_textsize": (_OF_DRAWINGS, _gone("pillow", (10, 0), "use `multiline_textbbox`")),
}
LAST_PARTS = frozenset(name.rpartition(".")[2] for name in REMOVED_BESIDE_TORCH)
