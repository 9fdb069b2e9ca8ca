"""Queries about names of PyTorch's API: what is deprecated or removed, and what a notebook displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries.api.api_uses import deprecated_uses as deprecated_uses
else:
    from torchlint.queries.exports import lazily

    __getattr__ = lazily(__name__)
