"""The sites of the files that were loaded, and who looks at which captured value."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from threading import get_ident
from types import MappingProxyType
from typing import Any

from . import budget, busy, graph, losses, plan, steps, torch_state
from .outputs import Backwards
from .probes import probe
from .search import Roots
from .site import Site, Visits, Watcher

NO_LINES: Mapping[int, tuple[int, int]] = MappingProxyType({})

_sites: dict[int, Site] = {}
_watchers: dict[int, tuple[Watcher, ...]] = {}
_may_rest: set[int] = set()  # the captures of those who look closely at some visits only
_hear_backwards: list[tuple[Site, Visits, Backwards | None]] = []
_hear_steps: list[tuple[Site, Visits]] = []


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
        _hear_backwards.append((site, site.counted, site.backwards if site.asks_backwards else None))
    if type(site).stepped is not Site.stepped:
        _hear_steps.append((site, site.counted))
    for role in site.roles:
        capture = planned["roles"][role]
        _watchers[capture] = (*_watchers.get(capture, ()), Watcher(site, role))
        if site.rests:
            _may_rest.add(capture)


def forget(identities: Collection[int]) -> None:
    """Look at nothing more for these sites."""
    for capture, watchers in _watchers.items():
        _watchers[capture] = tuple(each for each in watchers if each.site.id not in identities)
    _hear_backwards[:] = [each for each in _hear_backwards if each[0].id not in identities]
    _hear_steps[:] = [each for each in _hear_steps if each[0].id not in identities]
    for identity in identities:
        _sites.pop(identity, None)


def look(capture: int, value: Any) -> Any:
    """`value`, which was shown to the sites that asked for it and have something to see at this visit.

    A visit that is only counted is neither the next one to look at closely nor one after which something is written.
    """
    if torch_state.compiler_asks():
        return value  # torch.compile folds the condition: no break in its graph
    watchers = _watchers.get(capture)
    thread = get_ident()
    if not watchers or thread in busy.threads:
        return value
    is_one = len(watchers) == 1  # as a rule
    first = watchers[0]
    if is_one and first.rests:
        if first.only_counts():
            return value
    elif not is_one and capture in _may_rest:
        watchers = tuple([each for each in watchers if not (each.rests and each.only_counts())])
        if not watchers:
            return value
    busy.threads.add(thread)
    try:
        if is_one and not first.looks_at_tensors:
            first.show(value, True)
            return value
        may_touch = torch_state.may_be_touched()
        if not may_touch and torch_state.is_exporting():
            return value  # as where torch.compile reads the code: the program only shows what it does
        with torch_state.undisturbed():
            if is_one:
                first.show(value, may_touch)
            else:
                for each in watchers:
                    each.show(value, may_touch)
    except Exception as problem:
        for each in watchers:
            each.lose(problem)
    finally:
        busy.threads.discard(thread)
    return value


def backward_starts(outputs: Any) -> list[Any]:
    """Tell the sites what is about to be differentiated, in a thread that is at work in a probe already.

    The nodes at which that starts; none where tensors can't be touched.
    """
    starts: list[Any] = []
    try:
        may_touch = torch_state.may_be_touched()
        with torch_state.undisturbed():
            if plan.losses and may_touch:
                losses.saw(outputs)
            starts = graph.starts_of(outputs)
            roots: Roots | None = None
            for site, counted, backwards in _hear_backwards:
                if backwards is not None:
                    if backwards.number is None:
                        continue
                    roots = Roots(starts) if roots is None else roots
                    if backwards.are_as_before(roots):
                        continue
                try:
                    if counted.count and site.awaits_backward():
                        roots = Roots(starts) if roots is None else roots
                        if may_touch or not site.touches_tensors:
                            site.backward(roots)
                        else:
                            site.lose()
                except Exception as problem:
                    site.failed(problem)
    except Exception as problem:
        _fail([site for site, _, _ in _hear_backwards], problem)
        return []
    return starts if may_touch else []


def optimizer_stepped(optimizer: Any) -> None:
    """Tell the sites that there was a step, in a thread that is at work in a probe already."""
    try:
        steps.count(optimizer)
        waiting = []
        for site, counted in _hear_steps:
            if not counted.count:
                continue
            try:
                if site.awaits_step():
                    if site.looks_at_tensors:
                        waiting.append(site)
                    else:
                        site.stepped(optimizer)
            except Exception as problem:
                site.failed(problem)
        if not waiting:
            return
        may_touch = torch_state.may_be_touched()
        with torch_state.undisturbed():
            for site in waiting:
                site.hear_step(optimizer, may_touch)
    except Exception as problem:
        _fail([site for site, _ in _hear_steps], problem)


def start_anew() -> None:
    """Forget what the process that this one was forked from has seen."""
    busy.start_anew()
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
