"""What all tests share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from torchlint.pack import builtin_rules

if TYPE_CHECKING:
    from torchlint.rule import Rule

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def pack() -> dict[str, Rule]:
    """The built-in rules by name."""
    return builtin_rules()
