"""Where what belongs to the user and to no project is kept: the key of the cache, and which packs are trusted."""

from __future__ import annotations

import os

# What says where that is.
VARIABLE = "LOCALAPPDATA" if os.name == "nt" else "XDG_STATE_HOME"


def user_state_folder() -> str | None:
    """The folder of torchlint's own in the user's state folder, which may not be there; None for a user without a home.

    That is XDG_STATE_HOME, which counts only as an absolute path (XDG Base Directory Specification 0.8), and on Windows
    LOCALAPPDATA. A relative one would be part of the code that is checked.
    """
    configured = os.environ.get(VARIABLE, "")
    base = configured if os.path.isabs(configured) else os.path.join(os.path.expanduser("~"), ".local", "state")
    return os.path.join(base, "torchlint") if os.path.isabs(base) else None
