"""Code that measures: it reads a clock, or counts memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.operations import full_names
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_INSTRUMENTS = full_names("instrument", of="torch.accelerator") | frozenset(
    """time.time time.time_ns time.perf_counter time.perf_counter_ns time.monotonic time.process_time
    timeit.default_timer timeit.timeit""".split()
)


def instruments_in(file: File, part: tree.Node) -> frozenset[str]:
    """The full names of what some code calls to measure time or memory, `torch.cuda.synchronize` among them.

    Example:
        if devices.instruments_in(file, loop.node) - {"torch.cuda.synchronize"}:
            continue  # reads a clock
    """
    calls = (node for node in tree.walk(part) if isinstance(node, tree.Call))
    return _INSTRUMENTS & {file.names.spelled_out(call.func) for call in calls}
