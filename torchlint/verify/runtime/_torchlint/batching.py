"""The work that was done to samples one at a time, done once more to copies of them, and then to a batch of these.

Only what is known to be a function of its input is done again: arithmetic of two operands, and transforms of torch and
torchvision. The user's own code never is.
"""

from __future__ import annotations

import operator
import sys
import time
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

from . import rng, torch_state

OPERATORS = (operator.add, operator.sub, operator.mul, operator.truediv)
REPETITIONS = 3
MOST_SECONDS = 0.2
MOST_BYTES = 2_000_000  # of one sample
WRAPPERS = frozenset(("Compose", "Lambda", "RandomApply", "RandomChoice", "RandomOrder"))  # of the user's functions
UNKNOWN = "it is not known to be a function of its sample alone"

Work = Callable[..., Any]


class CannotCompare(Exception):
    """Why the work on a batch can't be held against the work on its samples."""


def is_array(value: Any) -> bool:
    """Whether a value is a plain array of NumPy's, or a plain tensor on the CPU that needs no gradient."""
    torch = torch_state.torch
    if type(value) is torch.Tensor:
        return bool(value.device.type == "cpu" and value.layout is torch.strided and not value.requires_grad)
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(value) is numpy.ndarray and value.dtype.kind in "biuf"


def copied(value: Any) -> Any:
    """A copy of an operand, which the program may change in place; a number as it is."""
    if type(value) in (int, float):
        return value
    if not is_array(value) or value.nbytes > MOST_BYTES:
        raise CannotCompare(f"its samples are of the type {type(value).__name__}, or not on the CPU, or large")
    return value.clone() if torch_state.is_tensor(value) else value.copy()


def transform_of(callee: Any) -> Work:
    """`callee`, if it is a function of torchvision's transforms, or a module without state or other code."""
    is_function = type(callee) is FunctionType and callee.__module__.startswith("torchvision.transforms.")
    if is_function or (isinstance(callee, torch_state.torch.nn.Module) and _is_pure(callee)):
        work: Work = callee
        return work
    raise CannotCompare(UNKNOWN)


def _is_pure(module: Any) -> bool:
    """Whether a module and all in it are of torch or torchvision, without state and hooks, and not in place."""
    hooks = vars(torch_state.torch.nn.modules.module)
    is_hooked = any(value for name, value in hooks.items() if name.startswith("_global_forward"))
    has_state = any(True for tensors in (module.parameters(), module.buffers()) for _ in tensors)
    return not (is_hooked or has_state) and all(map(_is_of_torch, module.modules()))


def _is_of_torch(module: Any) -> bool:
    kind = type(module)
    is_known = kind.__module__.startswith(("torch.nn.modules.", "torchvision.transforms."))
    is_hooked = module._forward_hooks or module._forward_pre_hooks or getattr(module, "inplace", False)
    return is_known and kind.__name__ not in WRAPPERS and not is_hooked


def operator_of(operands: Sequence[Any], result: Any) -> Work:
    """The arithmetic that makes `result` of two operands."""
    for work in OPERATORS:
        if _makes(work, operands, result):
            return work
    raise CannotCompare(UNKNOWN)


def _makes(work: Work, operands: Sequence[Any], result: Any) -> bool:
    try:
        made = work(*operands)
    except Exception:
        return False  # tensors of booleans can't be subtracted
    return type(made) is type(result) and made.shape == result.shape and bool((made == result).all())


def stacked(samples: Sequence[Any]) -> Any:
    """Samples of one shape as a batch."""
    if len({(type(one), one.shape, one.dtype) for one in samples}) > 1:
        raise CannotCompare("its samples differ in shape")
    if torch_state.is_tensor(samples[0]):
        return torch_state.torch.stack(list(samples))
    return sys.modules["numpy"].stack(samples)


def batch_of(samples: Sequence[tuple[Any, ...]]) -> tuple[Any, ...]:
    """The operands of many samples as those of one batch; what is the same for all of them stays as it is."""
    columns = list(zip(*samples))
    dimensions = [max(getattr(one, "ndim", 0) for one in column) for column in columns]
    most = max(dimensions)
    vary = [not _are_same(column) for column in columns]
    if not any(vary):
        vary = [dimension == most for dimension in dimensions]  # samples that are all alike
    if not most or any(varies and dimension < most for varies, dimension in zip(vary, dimensions)):
        raise CannotCompare("its operands do not fit a batch")  # broadcast anew, they would meet other dimensions
    return tuple(stacked(column) if varies else column[0] for column, varies in zip(columns, vary))


def _are_same(column: Sequence[Any]) -> bool:
    first = column[0]
    if isinstance(first, (int, float)):
        return all(one == first for one in column)
    return all(hasattr(one, "shape") and one.shape == first.shape and bool((one == first).all()) for one in column)


def compare(work: Work, samples: Sequence[tuple[Any, ...]]) -> dict[str, Any]:
    """Seconds for the samples one by one and as a batch, and whether both give the same."""
    torch = torch_state.torch
    with rng.kept() as numbers, torch.no_grad():
        batch = batch_of(samples)
        alone, one_by_one = _timed(lambda: [work(*sample) for sample in samples])
        together, at_once = _timed(lambda: work(*batch))
        is_same = _are_close(stacked(one_by_one), at_once)
    if numbers.have_moved:
        raise CannotCompare("it draws random numbers")
    return {"alone": alone, "together": together, "is_same": is_same}


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """The least of a few times in seconds, and the result."""
    end = time.perf_counter() + MOST_SECONDS
    least = float("inf")
    for _ in range(REPETITIONS):
        begin = time.perf_counter()
        result = work()
        least = min(least, time.perf_counter() - begin)
        if time.perf_counter() > end:
            break
    return least, result


def _are_close(one: Any, other: Any) -> bool:
    """Whether two results are the same up to rounding."""
    if type(one) is not type(other) or one.shape != other.shape or one.dtype != other.dtype:
        return False
    library = torch_state.torch if torch_state.is_tensor(one) else sys.modules["numpy"]
    return bool(library.allclose(one, other, rtol=1e-5, atol=1e-6))
