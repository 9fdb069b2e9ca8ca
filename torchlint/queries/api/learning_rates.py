"""Learning rates that programs ask a scheduler for by its method `get_lr`, which is meant for the scheduler itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.domain.origins import Origin
from torchlint.domain.values import Value
from torchlint.finding import Edit, Span
from torchlint.knowledge.deprecations import MAKES_LAMBDA_LR, STEPPED_BY_GET_LR
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.torch_api import fact
from torchlint.queries.api.api_uses import ApiUse
from torchlint.queries.api.given_objects import makers_given
from torchlint.queries.file import ExpressionView, View
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
    """Calls of `get_lr` on PyTorch's schedulers, and on those of the project that go on from the rate in use.

    Since PyTorch 1.4, schedulers have `get_last_lr`; `get_lr` may return another rate than the one in use.
    """
    if file.torch.begins_before((1, 4)):
        return
    for call in file.names.method_calls("get_lr"):
        func = call.func
        if not isinstance(func, tree.Attribute) or call.args:
            continue  # another class's method: PyTorch's takes no arguments
        scheduler = file.value(func.value)
        if (own := file.facts.functions.get(call)) is not None and own:
            if tree.dotted(func.value) == "self":
                continue  # the scheduler's own `step` applies what it computes
            if all(one.owner is not None and one.owner.is_scheduler for one in own) and all(map(_steps_on, own)):
                yield _rate_of_own(file, call, func, scheduler)
            continue  # otherwise computed anew from what the scheduler counts
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
            _renamed(func) if is_pytorchs else (),
            is_same=False,
            is_sure=is_pytorchs and not scheduler.value.assumed and classes <= STEPPED_BY_GET_LR,
            scheduler=scheduler,
            may_differ=not classes.isdisjoint(STEPPED_BY_GET_LR),
        )


def _renamed(func: tree.Attribute) -> tuple[Edit, ...]:
    return (Edit(Span(func.end - len(func.attr), func.end), "get_last_lr"),)


def _rate_of_own(file: File, call: tree.Call, func: tree.Attribute, scheduler: ExpressionView) -> SchedulerRate:
    """The rate of a class of the project that goes on from the rate in use, as most of PyTorch's do."""
    return SchedulerRate(
        file,
        call,
        file.value(call).text,
        "computes the next learning rate",
        "use `get_last_lr()`",
        _renamed(func),
        is_same=False,
        is_sure=not scheduler.value.assumed,
        scheduler=scheduler,
        may_differ=True,
    )


def _steps_on(function: Function) -> bool:
    """Whether a scheduler's own `get_lr` computes with the rate in use, so that each call goes one step further.

    `group["lr"] * self.gamma`, or the result of the method that it overrides, where that does so.
    """
    syntax = function.unit.tree
    if function.name != "get_lr" or not isinstance(function.node, tree.FunctionDef):
        return False
    bases = function.owner.external_bases if function.owner is not None else ()
    for call in syntax.own(function.node, tree.Call):
        of_base = call.func.value if isinstance(call.func, tree.Attribute) and call.func.attr == "get_lr" else None
        is_super = isinstance(of_base, tree.Call) and tree.dotted(of_base.func) == "super"
        if is_super and not STEPPED_BY_GET_LR.isdisjoint(bases):
            return True
    return any(
        tree.string_of(read.index) == "lr" and _is_computed_with(syntax, read)
        for read in syntax.inside(function.node, tree.Subscript)
    )


def _is_computed_with(syntax: tree.Tree, read: tree.Subscript) -> bool:
    """Whether an entry is a term or a factor of what is returned or assigned."""
    is_term = False
    for inner, outer in pairwise(syntax.around(read)):
        is_term = is_term or isinstance(outer, tree.BinaryOp)
        if isinstance(outer, (tree.Return, tree.Assign)):
            is_result = isinstance(outer, tree.Return) or any(isinstance(one, tree.Name) for one in outer.targets)
            return is_term and is_result and outer.value is inner
        if isinstance(outer, (tree.Compare, tree.If, tree.While, tree.FunctionDef)):
            return False
    return False


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
