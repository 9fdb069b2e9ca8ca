"""Where the cache is: a folder that says of itself that nobody needs to keep it."""

from __future__ import annotations

import os

NAME = ".torchlint_cache"
_TAG_NAME = "CACHEDIR.TAG"
_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# This folder holds what torchlint has found before. It may be deleted at any time.
# https://bford.info/cachedir/
"""


def home(root: str, asked: str | None) -> str:
    """The folder of the cache of the project below a root folder; `asked` is the one that somebody wants for all."""
    return os.path.abspath(asked) if asked else os.path.join(root, NAME)


def made(folder: str) -> bool:
    """Whether there is such a folder now, with the files in it that keep it out of git and of backups."""
    try:
        os.makedirs(folder, exist_ok=True)
        for name, text in ((".gitignore", "*\n"), (_TAG_NAME, _TAG)):
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
    except OSError:  # where nothing can be written, nothing is kept: that costs time and nothing else
        return False
    return True


def clean(folder: str) -> bool:
    """Delete a cache; False where there is none. Raises OSError where it can't be deleted, or is something else."""
    if not os.path.isdir(folder):
        return False
    from shutil import rmtree

    try:
        with open(os.path.join(folder, _TAG_NAME), encoding="utf-8") as file:
            is_cache = file.read() == _TAG
    except OSError:
        is_cache = False
    if not is_cache:
        raise OSError(f"{folder} is no cache of torchlint")
    rmtree(folder)
    return True
