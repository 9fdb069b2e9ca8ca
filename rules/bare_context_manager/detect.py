"""Context managers of PyTorch that do nothing until they are entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.operations import full_names
from torchlint.knowledge.signatures import AT_ONCE
from torchlint.knowledge.torch_api import canonical, of_kind

if TYPE_CHECKING:
    from torchlint.queries import CallView


def contexts() -> frozenset[str]:
    """The names of all of them; a device is one that is mostly something else."""
    return of_kind("context") - full_names("acts-when-called", of="torch.autograd") | {"torch.device"}


def at_once(context: CallView) -> tuple[str, str]:
    """The function that does the same from here on, and what it is given; both empty where there is none."""
    return AT_ONCE.get(canonical(min(context.spelled)), ("", ""))
