"""Whether cuDNN may choose algorithms by time while deterministic ones are wanted."""

from __future__ import annotations

from typing import Any

from .. import torch_state
from ..site import Site


class CudnnFlags(Site):
    """Reads both flags after each step of an optimizer, and at the end."""

    looks_at = ("switch",)

    def begin(self) -> None:
        self.facts = {**dict.fromkeys("steps both either".split(), 0), "at_end": None, "cuda": False}

    def visit(self, role: str, value: Any) -> None:
        """The flags are not set yet: the assignment comes after its value."""

    def stepped(self, optimizer: Any) -> None:
        self.facts["steps"] += 1
        self.facts["both" if _both() else "either"] += 1

    def end(self) -> None:
        torch = torch_state.torch
        if torch is not None:
            self.facts.update(at_end=_both(), cuda=torch.cuda.is_initialized())


def _both() -> bool:
    """Whether algorithms are chosen by time, and have to be deterministic."""
    torch = torch_state.torch
    cudnn = torch.backends.cudnn
    wanted = cudnn.deterministic or torch.are_deterministic_algorithms_enabled()
    return bool(cudnn.benchmark and wanted)
