"""What other sites show of the project: pages with links that lead somewhere from there, and its addresses."""

from __future__ import annotations

import re
from pathlib import Path

from tools.links import rewritten


def description(root: Path, repository: str | None, version: str) -> str:
    """What the package index shows: README.md, with absolute links."""
    return with_absolute_links((root / "README.md").read_text(encoding="utf-8"), root, repository, version)


def with_absolute_links(page: str, root: Path, repository: str | None, version: str) -> str:
    """A page with links into the repository at this version; while it has no address, with the links' texts."""

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
    """The links beside the description, by the names for which the index has icons."""
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
