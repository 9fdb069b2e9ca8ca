"""Where torchlint is published: the one file that says so.

What is None is not registered yet, and then nothing links there. Other files have to name some of it: after a change,
run `python -m tools.addresses --write`. RELEASING.md says what to register.
"""

from __future__ import annotations

PACKAGE = "torchlint"  # on the Python package index
REPOSITORY: str | None = None  # "https://github.com/OWNER/torchlint"
SITE: str | None = None  # "https://OWNER.github.io/torchlint/", with the slash
INDEX: str | None = None  # the package's page on the Python package index
