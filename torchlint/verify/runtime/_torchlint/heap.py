"""How much memory the C heap has given out, where glibc can tell: exact, unlike the resident size."""

from __future__ import annotations

import ctypes
from typing import Any


class _Mallinfo2(ctypes.Structure):
    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def _found() -> Any:
    try:
        function = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return None
    function.restype = _Mallinfo2
    return function


_mallinfo2 = _found()


def used_bytes() -> int | None:
    """The bytes in use of this process's heap, those of tensors on the CPU among them; None where nobody counts."""
    if _mallinfo2 is None:
        return None
    counts = _mallinfo2()
    return int(counts.uordblks + counts.hblkhd)
