"""The sites of the files that were loaded, and who looks at which captured value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from . import budget, busy, graph, losses, plan, steps, torch_state
from .outputs import roots_of
from .probes import probe
from .site import Site

NO_LINES: Mapping[int, tuple[int, int]] = MappingProxyType({})

_sites: dict[int, Site] = {}
_watchers: dict[int, list[tuple[Site, str]]] = {}
_hear_backwards: list[Site] = []
_hear_steps: list[Site] = []


def add(planned: dict[str, Any], path: str = "", lines: Mapping[int, tuple[int, int]] = NO_LINES) -> None:
    """Be ready for what one site captures, of a file at this path; it may be compiled twice in one process."""
    known = _sites.get(planned["id"])
    site = known or probe(planned["probe"])(planned["id"], planned["roles"])
    site.file = path  # a cell that runs again may be called differently
    site.lines.update({role: lines[capture] for role, capture in planned["roles"].items() if capture in lines})
    if known is not None:
        return
    _sites[planned["id"]] = site
    budget.add_site()
    if type(site).backward is not Site.backward:
        _hear_backwards.append(site)
    if type(site).stepped is not Site.stepped:
        _hear_steps.append(site)
    for role in site.roles:
        _watchers.setdefault(planned["roles"][role], []).append((site, role))


def forget(identities: Collection[int]) -> None:
    """Look at nothing more for these sites."""
    for watchers in _watchers.values():
        watchers[:] = [(site, role) for site, role in watchers if site.id not in identities]
    for hearing in (_hear_backwards, _hear_steps):
        hearing[:] = [site for site in hearing if site.id not in identities]
    for identity in identities:
        _sites.pop(identity, None)


def look(capture: int, value: Any) -> None:
    """Show a captured value to the sites that asked for it."""
    watchers = _watchers.get(capture)
    state = busy.state
    if watchers and not state.busy:
        state.busy = True
        try:
            first, role = watchers[0]
            if len(watchers) == 1 and first.rests and first.rests_at(role):
                return
            may_touch = torch_state.may_be_touched()
            with torch_state.undisturbed():
                for site, role in watchers:
                    if len(watchers) == 1 or not (site.rests and site.rests_at(role)):
                        site.reached(role, value, may_touch)
        except Exception as problem:
            for site, role in watchers:
                site.lost(role, problem)
        finally:
            state.busy = False


def backward_starts(outputs: Any) -> None:
    """Tell the sites what is about to be differentiated, in a thread that is at work in a probe already."""
    try:
        may_touch = torch_state.may_be_touched()
        with torch_state.undisturbed():
            if plan.losses and may_touch:
                losses.saw(outputs)
            roots = cache(lambda: roots_of(graph.starts_of(outputs)))
            for site in _hear_backwards:
                if site.visits:
                    site.hear_backward(roots, may_touch)
    except Exception as problem:
        _fail(_hear_backwards, problem)


def optimizer_stepped(optimizer: Any) -> None:
    """Tell the sites that there was a step, in a thread that is at work in a probe already."""
    try:
        steps.count(optimizer)
        waiting = [site for site in _hear_steps if site.visits and site.waits_for_step()]
        if waiting:
            may_touch = torch_state.may_be_touched()
            with torch_state.undisturbed():
                for site in waiting:
                    site.hear_step(optimizer, may_touch)
    except Exception as problem:
        _fail(_hear_steps, problem)


def start_anew() -> None:
    """Forget what the process that this one was forked from has seen."""
    busy.leave()
    budget.start()
    losses.start_anew()
    for site in _sites.values():
        site.start_anew()


def _fail(concerned: Iterable[Site], problem: Exception) -> None:
    """Leave undecided what was to hear of something, and has not."""
    for site in concerned:
        if site.visits:
            site.failed(problem)


def write() -> None:
    """Write what the sites know at the end."""
    for site in _sites.values():
        if site.visits:
            site.write()
