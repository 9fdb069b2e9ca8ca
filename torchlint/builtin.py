"""Where the rules are that torchlint comes with."""

from __future__ import annotations

import os

from torchlint.diagnostics import PAGES


def folders() -> tuple[str, str]:
    """In a wheel the rules lie inside the package, in a checkout beside it.

    Inside comes first: what lies beside an installed package under that name is somebody else's.
    """
    package = os.path.dirname(os.path.abspath(__file__))
    return os.path.join(package, "rules"), os.path.join(os.path.dirname(package), "rules")


def page_at(name: str, pack: str) -> str:
    """Where the page of a rule is; `pack` is the folder of its pack, empty for torchlint's own."""
    if name in PAGES:
        return ""
    inside, beside = folders()
    own = beside if os.path.isdir(beside) and not os.path.isdir(inside) else inside  # no folder: it runs from a zip
    return os.path.join(pack or own, name.replace("-", "_"), "README.md")
