"""The torch of this process, and whether its tensors may be touched now."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any


def _no_level() -> None:
    """What functorch says outside of its transforms."""


torch: Any = None
# In it, none of the user's subclasses and modes hears of what is done with tensors.
undisturbed: Callable[[], AbstractContextManager[Any]] = nullcontext
_functorch_level: Callable[[], Any] = _no_level


def is_here(module: Any) -> None:
    """From now on there are tensors to touch."""
    global torch, undisturbed, _functorch_level
    torch = module
    undisturbed = getattr(torch._C, "DisableTorchFunction", nullcontext)
    functorch = torch._C._functorch
    # PyTorch 2.2 has no maybe_current_level.
    _functorch_level = getattr(functorch, "maybe_current_level", None) or functorch.peek_interpreter_stack


def is_out_of_bounds() -> bool:
    """Whether a look at a tensor would now be recorded, forbidden or wrong: tracing, functorch, a CUDA graph."""
    c = torch._C
    return bool(
        c._get_tracing_state() is not None
        or c._len_torch_dispatch_stack()
        or _functorch_level() is not None
        or (torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing())
    )


def may_be_touched() -> bool:
    """Whether values can be looked at now; where there is no torch, nothing forbids it."""
    try:
        return torch is None or not is_out_of_bounds()
    except Exception:
        return False  # a torch that can't be asked


def is_tensor(value: Any) -> bool:
    return torch is not None and isinstance(value, torch.Tensor)


def worker_info() -> Any:
    """What torch says of this process if it loads data for another one; else None."""
    return getattr(sys.modules.get("torch.utils.data._utils.worker"), "_worker_info", None)
