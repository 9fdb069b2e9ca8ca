"""Parameters and their gradients: what is remembered of these, and what has become of them since."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator
from typing import Any

from . import torch_state

SAMPLE = 1024  # numbers of a gradient, of which a copy is kept


def modules_of(module: Any) -> list[Any]:
    """A module and those inside it, each once, without calling methods that its class may have of its own."""
    found = {id(module): module}
    waiting = [module]
    while waiting:
        for part in vars(waiting.pop()).get("_modules", {}).values():
            if part is not None and id(part) not in found:
                found[id(part)] = part
                waiting.append(part)
    return list(found.values())


def named_parameters(module: Any, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The parameters of a module by their names, like its own `named_parameters()`."""
    seen: set[int] = set()
    waiting = [(prefix, module)]
    while waiting:
        path, part = waiting.pop(0)
        for name, parameter in vars(part).get("_parameters", {}).items():
            if is_trainable(parameter) and id(parameter) not in seen:
                seen.add(id(parameter))
                yield f"{path}{name}", parameter
        inner = vars(part).get("_modules", {}).items()
        waiting[:0] = [(f"{path}{name}.", child) for name, child in inner if child is not None]


def is_trainable(parameter: Any) -> bool:
    """Whether something is a tensor that gradients are added up in; one that is lazy still may not be asked."""
    if not torch_state.is_tensor(parameter):
        return False
    lazy = torch_state.torch.nn.parameter.UninitializedTensorMixin
    return not isinstance(parameter, lazy) and bool(parameter.requires_grad and parameter.is_leaf)


def parameters_of(owner: Any) -> list[Any]:
    """The parameters of an optimizer or a module, each once; none of anything else."""
    torch = torch_state.torch
    if isinstance(owner, torch.nn.Module):
        return [parameter for _, parameter in named_parameters(owner)]
    if not isinstance(owner, torch.optim.Optimizer):
        return []
    held = (parameter for group in owner.param_groups for parameter in group["params"])
    return list({id(parameter): parameter for parameter in held if is_trainable(parameter)}.values())


def is_readable(gradient: Any) -> bool:
    """Whether the numbers of a gradient can be read by this process alone: a distributed one takes all of them."""
    torch = torch_state.torch
    return type(gradient) is torch.Tensor and gradient.layout is torch.strided and gradient.device.type != "meta"


def is_there(parameter: Any) -> bool:
    """Whether a parameter has a gradient that is not zero everywhere; of one that can't be read, it is assumed."""
    gradient = parameter.grad
    if gradient is None:
        return False
    if gradient.layout is torch_state.torch.sparse_coo:
        return bool(gradient._nnz())
    if not is_readable(gradient):
        return True
    numbers = gradient.detach()
    if numbers.is_contiguous() and bool(numbers.view(-1)[:SAMPLE].any()):
        return True  # as a rule, which saves reading all of them
    return bool(numbers.any())


def norm(parameters: Iterable[Any]) -> float:
    """The norm of all gradients together, as `clip_grad_norm_` would see it."""
    return norm_of(p.grad for p in parameters if p.grad is not None)


def norm_of(tensors: Iterable[Any]) -> float:
    """The norm of all numbers of some tensors together."""
    norms = torch_state.torch.linalg.vector_norm
    given = [tensor for tensor in (each.detach() for each in tensors) if is_readable(tensor)]
    wide = torch_state.torch.float32
    squares = [float(norms(g, dtype=wide if g.dtype.itemsize < 4 else None)) ** 2 for g in given]
    return float(sum(squares) ** 0.5)


def spread(parameters: list[Any], most: int = 4) -> list[Any]:
    """A few parameters, from all over a model, whose gradients can be read and are not zero."""
    with_gradient = [p for p in parameters if p.grad is not None and is_readable(p.grad)]
    some = with_gradient[:: max(1, len(with_gradient) // (2 * most))]
    return [parameter for parameter in some if is_there(parameter)][:most]


def are_cleared(parameters: list[Any]) -> bool:
    """Whether none of these has a gradient, or all of those are zero."""
    return bool(parameters) and not any(map(is_there, parameters))


class Gradient:
    """A gradient as it was: told again by where it lies and how often it was written to, without being kept."""

    def __init__(self, parameter: Any) -> None:
        self._parameter = weakref.ref(parameter)
        self._place = parameter.grad.data_ptr()
        self._version = parameter.grad._version

    @property
    def parameter(self) -> Any:
        return self._parameter()

    def writes(self) -> int | None:
        """How often it was written to since; None where another one has taken its place, or nothing."""
        gradient = getattr(self.parameter, "grad", None)
        if gradient is None or not is_readable(gradient) or gradient.data_ptr() != self._place:
            return None
        return int(gradient._version - self._version)

    def state(self) -> str:
        """What has become of it: `gone` with its parameter, `cleared`, the `same`, `written` to, or `replaced`."""
        parameter = self.parameter
        if parameter is None:
            return "gone"
        if not is_there(parameter):
            return "cleared"
        writes = self.writes()
        return "replaced" if writes is None else "written" if writes else "same"


def state_of(gradients: Iterable[Gradient]) -> str:
    """The one state that gradients are in; `gone` if there are none any more, `mixed` if there are several."""
    states = {gradient.state() for gradient in gradients} - {"gone"}
    return "gone" if not states else states.pop() if len(states) == 1 else "mixed"


def sample_of(parameter: Any) -> Any:
    """A copy of the first numbers of a gradient; None where they don't lie in a row."""
    gradient = parameter.grad
    if gradient is None or not is_readable(gradient) or not gradient.is_contiguous() or gradient.is_complex():
        return None
    return gradient.detach().view(-1)[:SAMPLE].to("cpu", torch_state.torch.float64, copy=True)
