"""Embeddings made of given vectors, without saying whether they shall be trained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.queries import CallView, testing
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_MAKERS = ("torch.nn.Embedding.from_pretrained", "torch.nn.EmbeddingBag.from_pretrained")


def frozen_embeddings(file: File) -> Iterator[CallView]:
    """Calls of `from_pretrained` without `freeze`, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    for call in file.named_calls(*_MAKERS):
        if not call.has_stars and call.argument(1, "freeze") is None:
            yield call


def chooses_what_is_trained(file: File) -> bool:
    """Whether any code of the file sets `requires_grad`, perhaps of the embedding."""
    if any(True for _ in file.method_calls("requires_grad_")):
        return True
    targets = (one.target for one in assignments_in(file.tree.root))
    return any(isinstance(target, tree.Attribute) and target.attr == "requires_grad" for target in targets)
