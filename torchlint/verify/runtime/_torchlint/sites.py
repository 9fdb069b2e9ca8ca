"""The sites of the files that were loaded, and who looks at which captured value."""

from __future__ import annotations

import sys
from typing import Any

from . import budget, busy, evidence, graph, losses
from .probes import PROBES
from .site import Site

_sites: dict[int, Site] = {}
_watchers: dict[int, list[tuple[Site, str]]] = {}


def add(planned: dict[str, Any]) -> None:
    """Be ready for what one site captures; a file may be compiled twice in one process."""
    if planned["id"] in _sites:
        return
    site = _sites[planned["id"]] = PROBES[planned["probe"]](planned["id"], planned["roles"])
    for role in site.roles:
        _watchers.setdefault(planned["roles"][role], []).append((site, role))


def look(capture: int, value: Any) -> None:
    """Show a captured value to the sites that asked for it."""
    if busy.enter():
        try:
            for site, role in _watchers.get(capture, ()):
                site.reached(role, value)
        finally:
            busy.leave()


def backward_starts(outputs: Any) -> None:
    """Tell the sites what is about to be differentiated."""
    if busy.enter():
        try:
            losses.saw(outputs)
            reached = [site for site in _sites.values() if site.visits]
            roots = graph.nodes_of(outputs) if reached else []
            for site in reached:
                site.backward_reached(roots)
        finally:
            busy.leave()


def optimizer_stepped(optimizer: Any) -> None:
    """Tell the sites that there was a step."""
    if busy.enter():
        try:
            for site in _sites.values():
                if site.visits:
                    site.step_reached(optimizer)
        finally:
            busy.leave()


def start_anew() -> None:
    """Forget what the process that this one was forked from has seen."""
    busy.leave()
    budget.start()
    losses.start_anew()
    for site in _sites.values():
        site.start()


def finish() -> None:
    """Write what is known at the end."""
    busy.enter()
    for site in _sites.values():
        if site.visits:
            site.write()
    losses.write()
    error = getattr(sys, "last_value", None)
    if error is not None:
        evidence.write("crash", error=name_of(error))
    evidence.write("bye", compiled=compiled_graphs(), seconds=round(budget.spent(), 4))


def name_of(error: BaseException) -> str:
    """What an exception says of itself, as far as it can."""
    try:
        return f"{type(error).__name__}: {error}"[:200]
    except Exception:
        return type(error).__name__


def compiled_graphs() -> int:
    """How many graphs torch.compile has made: inside of those, nothing can be seen."""
    dynamo = sys.modules.get("torch._dynamo.utils")
    try:
        return int(dynamo.counters["stats"]["unique_graphs"]) if dynamo else 0
    except Exception:
        return 0
