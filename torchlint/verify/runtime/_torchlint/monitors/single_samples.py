"""Batch norms in train mode whose batches have one sample, as the graph of what is differentiated shows them."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

from .. import budget, graph, models, torch_state
from ..gradients import modules_of
from ..known import Told
from ..monitor import Monitor
from ..places import Place, here

KINDS = ("NativeBatchNormBackward0", "CudnnBatchNormBackward0", "MiopenBatchNormBackward0")
MOST_LOOKS = 16  # at one batch norm


class _Norm:
    """What was seen of the batches of one batch norm; it may be gone when that is told."""

    def __init__(self, name: str, place: Place) -> None:
        self.name = name
        self.place = place
        self.looks = 0
        self.single = 0  # looks at which each batch had one sample
        self.values = 0  # of each channel, in the smallest of those

    def look(self, shapes: list[Any]) -> None:
        """Look at the shapes of all its batches that are in one graph."""
        self.looks += 1
        if all(shape[0] == 1 for shape in shapes):
            self.single += 1
            values = min(prod(shape) // shape[1] for shape in shapes)
            self.values = min(values, self.values or values)


class SingleSamples(Monitor):
    """Looks at the graph behind a loss for steps 1, 2, 3, 4, 8, 16, ... of each optimizer.

    The node of a batch norm knows its module by what both have: the running mean, or else the weight.
    """

    def begin(self) -> None:
        self._norms = Told()

    def backward_due(self, starts: list[Any]) -> None:
        if budget.is_left():
            with budget.counted():
                self._look(starts)

    def _look(self, starts: list[Any]) -> None:
        modules = {key: (module, name) for module, name in trained_norms() for key in keys_of(module)}
        found = list(batch_norms(starts)) if modules else []
        place = here() if found else None
        if place is None:
            return
        seen: dict[int, list[Any]] = {}
        for keys, shape in found:
            module, name = next((modules[key] for key in keys if key in modules), (None, ""))
            if module is not None:
                if module not in self._norms:
                    self._norms.put(module, _Norm(name, place))
                seen.setdefault(id(module), []).append(shape)
        for module in self._norms:
            norm = self._norms.get(module)
            if id(module) in seen and norm.looks < MOST_LOOKS:
                norm.look(seen[id(module)])

    def sightings(self) -> list[tuple[Place, dict[str, Any]]]:
        at: dict[Place, list[_Norm]] = {}
        for norm in self._norms.values():
            at.setdefault(norm.place, []).append(norm)
        return [(place, facts_of(norms)) for place, norms in at.items() if any(map(is_single, norms))]


def is_single(norm: _Norm) -> bool:
    """Whether each batch at each look had one sample."""
    return norm.looks > 0 and norm.single == norm.looks


def facts_of(norms: list[_Norm]) -> dict[str, Any]:
    """What those have in common that were looked at most."""
    single = [norm for norm in norms if is_single(norm)]
    looks = max(norm.looks for norm in single)
    most = [norm for norm in single if norm.looks == looks]
    return {
        "looks": looks,
        "norms": len(most),
        "values": min(norm.values for norm in most),
        "names": [norm.name for norm in most[: models.MOST_NAMES]],
    }


def batch_norms(roots: list[Any]) -> Iterator[tuple[list[int], Any]]:
    """The batch norms in a graph that were in train mode: what they are known by, and the shape of their batch."""
    for node in graph.nodes_behind(roots):
        if type(node).__name__ in KINDS and getattr(node, "_saved_training", False):
            metadata = getattr(node, "_input_metadata", None)  # of the output, which has the shape of the batch
            mean = getattr(node, "_raw_saved_running_mean", None)
            weight = next((graph.leaf_of(after) for after, _ in node.next_functions[1:2]), None)
            # Under a checkpoint, what was saved is no tensor.
            known: tuple[Any, ...] = (getattr(mean, "data", None), weight)
            if metadata:
                yield [tensor.data_ptr() for tensor in known if torch_state.is_tensor(tensor)], metadata[0].shape


def trained_norms() -> Iterator[tuple[Any, str]]:
    """The batch norms of all models that are in train mode, with their names."""
    kind = torch_state.torch.nn.modules.batchnorm._BatchNorm
    for model in models.outermost():
        inside = [part for part in modules_of(model) if isinstance(part, kind) and part.training]
        if inside:
            yield from zip(inside, models.names_of_modules(model, inside))


def keys_of(norm: Any) -> list[int]:
    """What a batch norm is known by in a graph."""
    known = (vars(norm)["_buffers"].get("running_mean"), vars(norm)["_parameters"].get("weight"))
    return [tensor.data_ptr() for tensor in known if tensor is not None and tensor.device.type != "meta"]
