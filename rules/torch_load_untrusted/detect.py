"""What a file says about the files that it loads: that it writes some, or which classes may be in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What functions that save a model have in their names, besides `save`.
_SAVED = ("checkpoint", "ckpt", "model", "state", "master", "torch", "weight")


def saves_models(file: File) -> bool:
    """Whether a file writes models or tensors: by torch.save, or by a function that is called after it."""
    names = {tree.last_name(call.func).lower() for call in file.tree.all(tree.Call)}
    wrapped = any("save" in name and any(what in name for what in _SAVED) for name in names)
    return wrapped or any(file.named_calls("torch.save"))


def says_what_may_be_loaded(file: File) -> bool:
    """Whether it names the classes that may be loaded besides weights, and so relies on loading no others."""
    return file.analysis.mentions("add_safe_globals") or file.analysis.mentions("safe_globals")
