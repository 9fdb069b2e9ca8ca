"""The torch of this process, and whether its tensors may be touched now."""

from __future__ import annotations

import sys
from typing import Any

torch: Any = None


def is_out_of_bounds() -> bool:
    """Whether a look at a tensor would now be recorded, forbidden or wrong: tracing, functorch, a CUDA graph."""
    c = torch._C
    # PyTorch 2.2 has no maybe_current_level.
    functorch_level = getattr(c._functorch, "maybe_current_level", c._functorch.peek_interpreter_stack)
    return bool(
        c._get_tracing_state() is not None
        or c._len_torch_dispatch_stack()
        or functorch_level() is not None
        or (torch.cuda.is_initialized() and torch.cuda.is_current_stream_capturing())
    )


def is_tensor(value: Any) -> bool:
    return torch is not None and isinstance(value, torch.Tensor)


def worker_info() -> Any:
    """What torch says of this process if it loads data for another one; else None."""
    return getattr(sys.modules.get("torch.utils.data._utils.worker"), "_worker_info", None)
