"""The version of the code that findings depend on besides the checked one: torchlint's, Python's and libcst's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec

from torchlint.cache.file_stamps import digest_of_all
from torchlint.version import __version__

# Packages that no finding depends on.
_ASIDE = ("__pycache__", "verify", "lsp", "report", "cases")


def code_version() -> str:
    """A text that differs wherever the findings in the same code may differ.

    An installed torchlint is the same on every machine. In a checkout, the files' modification times count.
    """
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    rules = os.path.join(os.path.dirname(package), "rules")
    is_checkout = os.path.isdir(rules)
    parts = [__version__, sys.version, *_stats(package, times=is_checkout)]
    if is_checkout:
        parts += _stats(rules, times=True)
    libcst = find_spec("libcst")
    if libcst is not None and libcst.origin is not None:
        parts += _stats(os.path.dirname(libcst.origin), times=False, deep=False)
    return digest_of_all(parts)


def _stats(folder: str, *, times: bool, deep: bool = True) -> Iterator[str]:
    """The names and sizes of the code and the tables in a folder, in an order that does not depend on the disk."""
    try:
        with os.scandir(folder) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError:  # it runs from a zip, which is never changed in place
        return
    for entry in listed:
        if entry.name.endswith((".py", ".txt", ".so")):
            stat = entry.stat()
            yield f"{entry.name} {stat.st_size} {stat.st_mtime_ns if times else ''}"
        elif deep and entry.name not in _ASIDE and entry.is_dir():
            yield entry.name
            yield from _stats(entry.path, times=times)
