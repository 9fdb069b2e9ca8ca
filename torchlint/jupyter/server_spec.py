"""The language server as jupyter-lsp finds it, by the entry point `jupyter_lsp_spec_v1`."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

VERSION = 2  # of jupyter-lsp's schema


class ServerSpec:
    """Says how the server of torchlint is started; it needs the extra `torchlint[lsp]`."""

    def is_installed(self, manager: object) -> bool:
        """Whether it can be started; jupyter-lsp asks this first."""
        return find_spec("pygls") is not None

    def __call__(self, manager: object) -> dict[str, dict[str, Any]]:
        """The one server, as jupyter-lsp's schema has it."""
        return {
            "torchlint": {
                "version": VERSION,
                "display_name": "torchlint",
                "argv": [sys.executable, "-m", "torchlint", "--lsp"],
                "languages": ["python"],
                "mime_types": ["text/python", "text/x-python", "text/x-ipython"],
                "install": {"pip": "pip install 'torchlint[lsp]'"},
                "requires_documents_on_disk": False,
            }
        }


server_spec = ServerSpec()
