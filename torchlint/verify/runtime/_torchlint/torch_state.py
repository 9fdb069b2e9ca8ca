"""The torch of this process, and whether its tensors may be touched now."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any


def _nothing() -> None:
    """What torch says outside of tracing and of functorch's transforms."""


torch: Any = None
# In it, none of the user's subclasses and modes hears of what is done with tensors.
undisturbed: Callable[[], AbstractContextManager[Any]] = nullcontext
# Torch's own functions, found once: they are asked at each visit.
_tracing_state: Callable[[], Any] = _nothing
_dispatch_modes: Callable[[], int] = int
_functorch_level: Callable[[], Any] = _nothing
compiler_asks: Callable[[], bool] = bool  # whether torch.compile reads the code that calls this
is_exporting: Callable[[], bool] = bool  # whether that is so, or torch.export runs it


def is_here(module: Any) -> None:
    """From now on there are tensors to touch."""
    global torch, undisturbed, _tracing_state, _dispatch_modes, _functorch_level, compiler_asks, is_exporting
    torch = module
    _tracing_state, _dispatch_modes = torch._C._get_tracing_state, torch._C._len_torch_dispatch_stack
    undisturbed = getattr(torch._C, "DisableTorchFunction", nullcontext)
    functorch = torch._C._functorch
    # PyTorch 2.2 has no maybe_current_level.
    _functorch_level = getattr(functorch, "maybe_current_level", None) or functorch.peek_interpreter_stack
    # PyTorch 2.2 has it elsewhere; torch.compile knows both, and that the second is only true where it reads it.
    is_exporting = getattr(torch.compiler, "is_compiling", None) or torch._utils.is_compiling
    compiler_asks = getattr(torch.compiler, "is_dynamo_compiling", is_exporting)


def is_out_of_bounds() -> bool:
    """Whether a look at a tensor would now be recorded, forbidden or wrong: tracing, functorch, a CUDA graph."""
    return not may_be_touched()


def may_be_touched() -> bool:
    """Whether values can be looked at now; where there is no torch, nothing forbids it."""
    try:
        if torch is None:
            return True
        if _tracing_state() is not None or _dispatch_modes() or _functorch_level() is not None:
            return False
        cuda = torch.cuda
        return not (cuda.is_initialized() and cuda.is_current_stream_capturing())
    except Exception:
        return False  # a torch that can't be asked


def aside(look: Callable[..., Any], *said: Any) -> None:
    """Look at tensors, if they can be touched now: nothing of the user's hears of it, and no graph is recorded."""
    if may_be_touched():
        with undisturbed():
            records = torch._C.is_grad_enabled()
            torch._C._set_grad_enabled(False)  # as `no_grad` does, which takes three times as long as all else here
            try:
                look(*said)
            finally:
                torch._C._set_grad_enabled(records)


def is_tensor(value: Any) -> bool:
    return torch is not None and isinstance(value, torch.Tensor)


def worker_info() -> Any:
    """What torch says of this process if it loads data for another one; else None."""
    return getattr(sys.modules.get("torch.utils.data._utils.worker"), "_worker_info", None)
