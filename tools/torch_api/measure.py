"""What one call shows when it is run: what it returns, whether that has a graph, whether the device was waited for."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy
import torch
from torch.nn.utils.rnn import PackedSequence
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves
from torch.utils.hooks import RemovableHandle

T = TypeVar("T")


@dataclass(frozen=True)
class Seen:
    """What was seen of one name, by running it or by reading its declaration."""

    returns: str = "unknown"
    differentiable: bool = False
    sync: bool = False


def observe(call: Callable[[T], object], prepare: Callable[[], T]) -> Seen:
    """What the call shows, run twice on freshly prepared inputs. Raises what the call raises."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reset()
        given = prepare()
        result = call(given)
        reset()
        again = prepare()
        with _Waits() as waits:
            call(again)
    return Seen(describe(result), has_graph(result, given), waits.seen)


def describe(result: object) -> str:
    """The kind of a result, in the words of torchlint.knowledge.torch_api.Fact."""
    if isinstance(result, torch.Tensor):
        return "tensor"
    if isinstance(result, torch.nn.Module):
        return "module"
    if isinstance(result, bool):
        return "bool"
    if result is None:
        return "none"
    if isinstance(result, RemovableHandle):
        return "handle"
    if isinstance(result, (int, float, complex, torch.Size, numpy.ndarray)):
        return "number"
    if _is_plain_sequence(result):
        leaves = [leaf for leaf in tree_leaves(result) if leaf is not None]
        if leaves and all(isinstance(leaf, (int, float)) for leaf in leaves):
            return "number"
        if any(isinstance(leaf, torch.Tensor) for leaf in leaves):
            return "list" if isinstance(result, list) else "tensors"
    return "unknown"


def has_graph(result: object, inputs: object) -> bool:
    """Whether a tensor of the result can be differentiated back to the inputs, or is one of them."""
    given = {id(tensor) for tensor in _tensors(inputs)}
    return any(
        tensor.requires_grad and (tensor.grad_fn is not None or id(tensor) in given) for tensor in _tensors(result)
    )


def reset() -> None:
    """Start every generator of random numbers anew, and undo what calls change for those after them."""
    torch.distributions.Distribution.set_default_validate_args(True)  # torch.compile turns it off
    torch.manual_seed(0)
    numpy.random.seed(0)
    random.seed(0)


def _tensors(values: object) -> list[torch.Tensor]:
    """The tensors in nested tuples, lists and dicts."""
    return [leaf for leaf in tree_leaves(values) if isinstance(leaf, torch.Tensor)]


def _is_plain_sequence(result: object) -> bool:
    """Whether a result is a tuple, named or not, or a list, and nothing that derives from them for its own ends."""
    named = isinstance(result, tuple) and (
        hasattr(result, "_fields") or type(result).__module__ == "torch.return_types"
    )
    return type(result) in (tuple, list) or (named and not isinstance(result, PackedSequence))


class _Waits(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Sees whether an operation that runs inside needs values or a shape that only the device knows."""

    UNTAGGED = ("aten::_linalg_check_errors", "aten::_local_scalar_dense", "aten::is_nonzero")

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.seen = False

    def __torch_dispatch__(
        self, func: Any, types: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> object:
        """Run the operation as it is."""
        tags = set(func.tags)
        unknown_shape = torch.Tag.dynamic_output_shape in tags and not _is_index_by_numbers(func, args)
        if unknown_shape or torch.Tag.data_dependent_output in tags or func.name().startswith(self.UNTAGGED):
            self.seen = True
        return func(*args, **(kwargs or {}))


def _is_index_by_numbers(func: Any, args: tuple[Any, ...]) -> bool:
    """Whether an operation indexes without a mask: only masks make the shape depend on values."""
    if not func.name().startswith(("aten::index", "aten::_index_put", "aten::_unsafe_index")):
        return False
    return not any(leaf.dtype is torch.bool for leaf in tree_leaves(args[1:]) if isinstance(leaf, torch.Tensor))
