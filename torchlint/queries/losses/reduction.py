"""Calls of PyTorch's losses that return the mean over all elements, as they do unless told otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.knowledge.torch_api import losses_wanting
from torchlint.queries.file import CallView
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_LOSSES = ("logits", "class-logits", "probabilities", "log-probabilities", "anything")  # by what they want


@query
def mean_losses(file: File) -> Iterator[CallView]:
    """Calls of losses of `torch.nn` and `torch.nn.functional` whose `reduction` is the mean, in source order."""
    names = {name for wants in _LOSSES for name in losses_wanting(wants)}
    for call in file.calls(*names, *(f"{name}.forward" for name in names)):
        is_function = any(name.startswith("torch.nn.functional.") for name in call.names)
        made = call.node if is_function else file.value(call.node.func).value.source
        if isinstance(made, tree.Call) and _is_mean(made):
            yield call


def _is_mean(made: tree.Call) -> bool:
    """Whether the arguments of a loss leave its `reduction` at a mean."""
    if any(a.star or a.keyword == "reduce" for a in made.args):
        return False
    old = [a.value for a in made.args if a.keyword == "size_average"]  # deprecated, and still obeyed
    if not all(isinstance(one, tree.Constant) and one.value is True for one in old):
        return False
    given = [a.value for a in made.args if a.keyword == "reduction"]
    return all(isinstance(one, tree.Constant) and one.value in ("mean", "batchmean") for one in given)
