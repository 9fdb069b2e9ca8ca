"""How much memory the C heap has given out, where glibc can tell: exact, unlike the resident size."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


def used_bytes() -> int | None:
    """The bytes in use of this process's heap, those of tensors on the CPU among them; None where nobody counts."""
    mallinfo2 = _found()
    if mallinfo2 is None:
        return None
    counts = mallinfo2()
    return int(counts.uordblks + counts.hblkhd)


def is_counted() -> bool:
    """Whether there is a counter: reading it takes the longer, the more pieces of the heap are free."""
    return _found() is not None


@lru_cache(None)
def _found() -> Any:
    import ctypes  # not before it is needed: every process that starts would wait for it

    class Mallinfo2(ctypes.Structure):
        _fields_ = [
            (name, ctypes.c_size_t)
            for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
        ]

    try:
        function = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return None
    function.restype = Mallinfo2
    return function
