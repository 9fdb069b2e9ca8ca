"""Training code of any size, put together from the pieces in programs/pieces: one long file, or a project of many."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from pathlib import Path

PIECES = Path(__file__).parent / "programs" / "pieces"
_CLEAN = ("network", "dataset", "training", "options")
_EACH_TENTH = "leak"  # something is found in it


def _piece(name: str) -> tuple[list[str], str]:
    """The imports of a piece, and what comes after them."""
    imports, _, body = (PIECES / f"{name}.py").read_text(encoding="utf-8").partition("\n\n\n")
    return [line for line in imports.splitlines() if line], body


def _together(names: Sequence[str], more: Sequence[str] = ()) -> str:
    """A file of these pieces, behind all their imports."""
    parts = [_piece(name) for name in names]
    imports = sorted({line for lines, _ in parts for line in lines} | set(more))
    return "\n".join(imports) + "\n\n\n" + "\n\n".join(body for _, body in parts)


def _names(number: int) -> Sequence[str]:
    return (*_CLEAN, _EACH_TENTH) if number % 10 == 9 else _CLEAN


def _numbered(text: str, number: int) -> str:
    return text.replace("_0", f"_{number}")


def one_file(lines: int) -> str:
    """A file of at least so many lines, and at most one piece more: trainings one below the other."""
    parts = [_together(("meter", *_CLEAN, _EACH_TENTH))]
    have = parts[0].count("\n")
    for number in count(1):
        for name in _names(number):
            if have >= lines:
                return "\n\n".join(parts)
            parts.append(_numbered(_piece(name)[1], number))
            have += parts[-1].count("\n") + 2
    raise AssertionError("count has no end")


def project(folder: Path, files: int) -> None:
    """Write so many files into a folder: networks, datasets, and trainings that import both, and what all share."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "meter.py").write_text(_together(["meter"]), encoding="utf-8")
    for place in range(files - 1):
        number, kind = divmod(place, 3)
        if kind < 2:
            name = _CLEAN[kind]
            text = _together([name])
        else:
            name = "training"
            shared = ("from network_0 import Network_0", "from dataset_0 import loaders_0")
            text = _together(_names(number)[2:], (*shared, "from meter import Meter, accuracy"))
        (folder / f"{name}_{number}.py").write_text(_numbered(text, number), encoding="utf-8")
