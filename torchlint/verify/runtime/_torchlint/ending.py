"""What a process says when it ends."""

from __future__ import annotations

import sys

from . import (
    budget,
    busy,
    evidence,
    faults,
    hearing,
    kernel,
    loaders,
    losses,
    memory_snapshot,
    out_of_memory,
    roles,
    sites,
    stacks,
    timeline,
    unseen_files,
)

MOST_TOLD = 200  # characters of an exception


def finish() -> None:
    """Write what is known at the end."""
    busy.leave()
    error = getattr(sys, "last_value", None)
    if error is not None:
        faults.quietly("out of memory", out_of_memory.tell, error, timeline.now().looks.lines)
    faults.quietly("memory", timeline.now().looks.lines.stop)
    faults.quietly("memory snapshot", memory_snapshot.finish)
    faults.quietly("stacks", stacks.finish)
    faults.quietly("timeline", timeline.now().finish)
    faults.quietly("loaders", loaders.write)
    faults.quietly("roles", roles.finish)
    faults.quietly("files", unseen_files.finish)
    busy.enter()
    hearing.write()
    sites.write()
    losses.write()
    if error is not None and not kernel.is_here():  # which goes on after a cell has failed
        evidence.write("crash", error=name_of(error))
    evidence.write("bye", compiled=compiled_graphs(), seconds=round(budget.spent(), 4))


def name_of(error: BaseException) -> str:
    """What an exception says of itself, as far as it can."""
    try:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        return said if len(said) <= MOST_TOLD else f"{said[:MOST_TOLD]}..."
    except Exception:
        return type(error).__name__


def compiled_graphs() -> int:
    """How many graphs torch.compile has made: inside of those, nothing can be seen."""
    dynamo = sys.modules.get("torch._dynamo.utils")
    try:
        return int(dynamo.counters["stats"]["unique_graphs"]) if dynamo else 0
    except Exception:
        return 0
