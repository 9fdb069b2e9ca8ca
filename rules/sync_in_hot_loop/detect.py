"""Whether a file is about devices besides the CPU."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torchlint.queries import File

# Where tensors may be besides the CPU, and what stands for any of these.
_DEVICES = ("cuda", "device", "accelerator", "xpu", "mps")


def names_a_device(file: File) -> bool:
    """Whether the file speaks of anything but the CPU, in code or in a text."""
    return any(word in file.text for word in _DEVICES)
