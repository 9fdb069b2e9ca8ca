"""What the package index shows: README.md with links that lead somewhere from there, and the project's addresses.

Hatch runs this whenever it builds the package, in an environment that has neither torchlint nor what it depends on.
"""

from __future__ import annotations

import re
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
        repository, site = known["REPOSITORY"], known["SITE"]
        page = (root / "README.md").read_text(encoding="utf-8")
        text = published(page, root, repository, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = urls(repository, site)


def published(page: str, root: Path, repository: str | None, version: str) -> str:
    """README.md with links into the repository at this version; while it has no address, their texts."""
    sys.path.insert(0, str(root))
    try:
        from tools.links import rewritten
    finally:
        sys.path.remove(str(root))

    def target(link: str) -> str | None:
        if re.match(r"[a-z]+:", link):
            return link
        if repository is None:
            return None
        if link.startswith("#"):
            return f"{repository}/tree/v{version}{link}"
        kind = "tree" if (root / link.partition("#")[0]).is_dir() else "blob"
        return f"{repository}/{kind}/v{version}/{link}"

    return rewritten(page, target)


def urls(repository: str | None, site: str | None) -> dict[str, str]:
    """The links beside the project's description."""
    links: dict[str, str] = {}
    if site:
        links |= {"Homepage": site, "Documentation": site}
    if repository:
        links |= {
            "Source": repository,
            "Issues": f"{repository}/issues",
            "Changelog": f"{repository}/blob/main/CHANGELOG.md",
        }
    return links
