"""Learning rates that programs ask a scheduler for by its method `get_lr`, which is meant for the scheduler itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.domain.origins import Origin
from torchlint.domain.values import Value
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import MAKES_LAMBDA_LR, STEPPED_BY_GET_LR
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.torch_api import fact
from torchlint.queries.api.api_uses import ApiUse
from torchlint.queries.api.given_objects import makers_given
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File


@dataclass(frozen=True, slots=True, eq=False)
class SchedulerRate(ApiUse):
    """A call of `get_lr` on one of PyTorch's schedulers, from outside of the scheduler."""

    scheduler: View | None = None  # what it is called on
    may_differ: bool = False  # whether, on some path, `get_lr` returns the rate of the next step


@query
def scheduler_rates(file: File) -> Iterator[SchedulerRate]:
    """Calls of `get_lr` on schedulers that do not define it themselves, in source order.

    Since PyTorch 1.4, schedulers have `get_last_lr`; `get_lr` may return another rate than the one in use.
    """
    if file.torch.begins_before((1, 4)):
        return
    for call in file.names.method_calls("get_lr"):
        func = call.func
        if not isinstance(func, tree.Attribute) or call.args:
            continue  # another class's method: PyTorch's takes no arguments
        if file.facts.functions.get(call):
            continue  # defined by the project
        scheduler = file.value(func.value)
        given = [] if scheduler.value.kind != "unknown" else makers_given(file, func.value)
        is_given = any(map(_are_schedulers, given))
        if not _may_be_a_scheduler(scheduler.value) and not is_given:
            continue  # an object of which only the method's name is known
        # One that is not PyTorch's may lack `get_last_lr`, or differ.
        is_pytorchs = all(map(_are_schedulers, given)) if is_given else scheduler.value.kind != "unknown"
        classes = set().union(*given) if is_given else _classes(file, scheduler.value)
        if classes and all(map(_has_its_own, classes)):
            continue  # a library's class, which may neither warn nor compute another rate
        is_pytorchs = is_pytorchs and not any(map(_has_its_own, classes))
        yield SchedulerRate(
            file,
            call,
            file.value(call).text,
            "warns, because it is internal to the scheduler",
            "use `get_last_lr()`",
            (Edit(Span(func.end - len(func.attr), func.end), "get_last_lr"),) if is_pytorchs else (),
            is_same=False,
            is_sure=is_pytorchs and not scheduler.value.assumed and classes <= STEPPED_BY_GET_LR,
            scheduler=scheduler,
            may_differ=not classes.isdisjoint(STEPPED_BY_GET_LR),
        )


def _may_be_a_scheduler(value: Value) -> bool:
    """Whether a value is one of PyTorch's schedulers, or of a subclass, at least on one of the ways that lead here."""
    if value.kind == "scheduler" or (value.kind == "unknown" and any(one.what == "scheduler" for one in value.origins)):
        return True
    cls = value.ref
    return isinstance(cls, Class) and cls.is_scheduler and not cls.has_unresolved_base


def _are_schedulers(names: frozenset[str]) -> bool:
    """Whether all that a call may make is a scheduler of PyTorch's."""
    return bool(names) and all((known := fact(name)) is not None and known.kind == "scheduler" for name in names)


def _has_its_own(name: str) -> bool:
    """Whether a scheduler is of a library's class with a row, which defines `get_lr` in its own way."""
    return fact(name) is None and BUILT_IN.call_model(name) is not None and MAKES_LAMBDA_LR.search(name) is None


def _classes(file: File, value: Value) -> set[str]:
    """The names of the library's classes that a scheduler may be of; "" for one that this file does not show."""
    if value.kind == "scheduler" and value.ref is not None:
        return {str(value.ref)}
    made = (one for one in value.origins if one.what == "scheduler")
    return {name for one in made for name in _made_as(file, one)}


def _made_as(file: File, origin: Origin) -> frozenset[str]:
    """The names of the classes that a scheduler is made of, in whichever file."""
    known = file.analysis.tracer.schedulers.get(origin)
    if known is not None and isinstance(known.ref, str):
        return frozenset((known.ref,))
    node = origin.node
    spelled = file.names.spelled(node) if isinstance(node, tree.Call) and file.holds(node) else frozenset()
    return spelled or frozenset(("",))
