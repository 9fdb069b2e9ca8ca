"""The key that authenticates cached data: a cache is trusted if it was written with the key of this user."""

from __future__ import annotations

import os
from hashlib import blake2b

from torchlint.files.regular_file import read_regular
from torchlint.files.user_state import user_state_folder

VARIABLE = "TORCHLINT_CACHE_KEY"
_NAME = "cache-key"
_SIZE = 32  # bytes


class Seals:
    """Keyed digests. A row whose seal is wrong is damaged, or was written by somebody else."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def of(self, *parts: object) -> bytes:
        """The seal of some texts, bytes and numbers."""
        return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=16, key=self._key).digest()

    def number(self, *parts: object) -> int:
        """The seal as an integer that fits into SQLite's."""
        return int.from_bytes(self.of(*parts)[:8], "big", signed=True)


def seals(folder: str, *, is_ours: bool) -> Seals | None:
    """The seals for the cache in a folder; None if no key can be stored, and so no cache.

    A checkout can contain any file. So the key is the user's own; only a folder that `is_ours`, in
    nobody's project, has its key beside the cache, and can be moved to another machine.
    """
    own = os.environ.get(VARIABLE)
    if own:
        return Seals(blake2b(own.encode("utf-8", "surrogateescape"), digest_size=_SIZE).digest())
    state = folder if is_ours else user_state_folder()
    if state is None:
        return None
    path = os.path.join(state, _NAME)
    try:
        key = _read(path) or _made(path)
    except (OSError, ValueError):
        return None
    return Seals(key) if key is not None else None


def _read(path: str) -> bytes | None:
    try:
        key = read_regular(path, most=_SIZE)
    except FileNotFoundError:
        return None
    return key if len(key) == _SIZE else None


def _made(path: str) -> bytes | None:
    """The key in a new file; if another run has just created the file, the key in that one."""
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    beside = f"{path}.{os.getpid()}"
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(os.urandom(_SIZE))
    try:
        if hasattr(os, "link") and os.name != "nt":
            os.link(beside, path)  # unlike a renaming, it leaves what is there
        else:
            os.rename(beside, path)
    except FileExistsError:
        pass
    except OSError:
        os.replace(beside, path)  # a file system without hard links
    finally:
        if os.path.lexists(beside):
            os.unlink(beside)
    return _read(path)
