"""Whether a file is about devices besides the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.naming_conventions import ACCELERATORS

if TYPE_CHECKING:
    from torchlint.queries import File


def names_a_device(file: File) -> bool:
    """Whether the file speaks of anything but the CPU, in code or in a text."""
    return any(word in file.text for word in (*ACCELERATORS, "device"))
