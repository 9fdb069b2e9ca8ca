"""The hook by which Hatch asks for the metadata that comes from README.md and torchlint/addresses.py.

It runs whenever the package is built, in an environment that has neither torchlint nor what torchlint depends on.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class PackageMetadata(MetadataHookInterface):  # type: ignore[misc]  # what builds it is not installed here
    """Fills in `readme` and `urls` of pyproject.toml."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both to the metadata, which has the version already."""
        root = Path(self.root)
        known = runpy.run_path(str(root / "torchlint/addresses.py"))
        sys.path.insert(0, str(root))
        try:
            from tools import index_page
        finally:
            sys.path.remove(str(root))
        text = index_page.description(root, known["REPOSITORY"], metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = index_page.urls(known["REPOSITORY"], known["SITE"])
