"""Models whose parameters change after DistributedDataParallel has got ready for those that they had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.domain.values import Value
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact, ModelWrapperFact
from torchlint.flow.model_wrappers import DDP, TAKEN_OUT
from torchlint.knowledge.operations import operations
from torchlint.queries import CallView, ExpressionView, View, modes, query
from torchlint.syntax import tree

from .detect_freed import freed_parameters

if TYPE_CHECKING:
    from torchlint.queries import File

# What gives each parameter another type; `float` does so after one of the others only.
_CASTS = operations("cast", of="torch.nn.Module") - {"float", "type"}
# After `cpu()`, what brings the weights back to where they are trained.
_BACK = operations("move", of="torch.nn.Module") - {"cpu"}


@dataclass(frozen=True, slots=True, eq=False)
class Change(View):
    """What makes new parameters of those that a wrapper averages, or adds some to them."""

    happens: str  # `makes parameters`
    wrapper: tree.Node
    trained: ExpressionView  # the model, where it is trained afterwards
    before: tree.Node | None  # where the parameters were frozen when the model was wrapped
    is_certain: bool  # whether the training is seen to come after it

    @property
    def instead(self) -> str:
        """What to do: parameters that are frozen at first can't be unfrozen before."""
        return "wrap the model again after this line" if self.before is not None else "call it before wrapping"

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """Where the model is wrapped, and where its parameters were frozen by then."""
        frozen = (View(self.file, self.before).says("frozen when it was wrapped"),) if self.before is not None else ()
        return (*frozen, View(self.file, self.wrapper).says("wrapped here"))


class _Trained(NamedTuple):
    """A model that is trained after a change."""

    model: ExpressionView
    is_certain: bool


def changes(file: File) -> Iterator[Change]:
    """Each of them that a training comes after, in source order."""
    wraps = [fact for fact in file.facts.model_wrappers if fact.wrapper == DDP and file.holds(fact.node)]
    if not wraps:
        return
    made_of: dict[tree.Node | None, set[tree.Node]] = {}
    for fact in file.facts.model_wrappers:
        if fact.wrapper == DDP:
            made_of.setdefault(fact.model.source, set()).add(fact.node)
    forwards = _training_forwards(file)
    found: dict[tree.Node, Change] = {}
    for wrap in wraps:
        if len(made_of[wrap.model.source]) > 1:
            continue  # another wrapper may do the training, created after the change
        for node, happens, before in (*_moves(file, wrap), *_freed(file, wrap)):
            trained = _trained_after(file, node, wrap.node, forwards)
            if trained is not None:
                found.setdefault(
                    node, Change(file, node, happens, wrap.node, trained.model, before, trained.is_certain)
                )
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _training_forwards(file: File) -> list[tuple[ForwardFact, ExpressionView | None]]:
    """Calls of models that train them, each with the model where this file has it; also those in other files."""
    trains = file.facts.differentiated
    here = [(fact, one.model) for one in modes.forwards(file) for fact in one.events if fact.origin in trains]
    called = {id(fact) for fact, _ in here}
    return here + [(fact, None) for fact in file.facts.forwards if fact.origin in trains and id(fact) not in called]


def _is_of(model: Value, wrapper: tree.Node) -> bool:
    """Whether a model is in this wrapper, or taken out of it."""
    return any(origin.what in (DDP, TAKEN_OUT) and origin.node is wrapper for origin in model.origins)


@query
def _methods_called(file: File) -> list[CallView]:
    """The calls of methods, of any object."""
    return [CallView(file, call) for call in file.tree.all(tree.Call) if isinstance(call.func, tree.Attribute)]


@query
def _called_on(file: File) -> dict[tree.Node, list[CallView]]:
    """The calls of methods of models in each wrapper, or taken out of it."""
    found: dict[tree.Node, list[CallView]] = {}
    for call in _methods_called(file):
        origins = call.receiver.value.origins if call.receiver is not None else ()
        for wrapper in {origin.node: None for origin in origins if origin.what in (DDP, TAKEN_OUT)}:
            found.setdefault(wrapper, []).append(call)
    return found


def _moves(file: File, wrap: ModelWrapperFact) -> Iterator[tuple[tree.Node, str, None]]:
    """Casts of the wrapped model to another type, and moves away from the device that it comes back to."""
    calls, mine = _methods_called(file), _called_on(file).get(wrap.node, [])
    for call in mine:
        is_cast = call.method in _CASTS or (call.method == "to" and _is_type(call.argument(0, "dtype")))
        if is_cast and not _is_cast_before(calls, wrap, call):
            yield call.node, "changes the parameters' dtype", None
        elif call.method == "cpu" and any(one.method in _BACK for one in mine if one.node.start > call.node.end):
            yield call.node, "moves the parameters away and back", None


def _is_type(given: ExpressionView | None) -> bool:
    """Whether this is written as a type that weights have not by default."""
    name = given.file.names.spelled_out(given.node) if given is not None else ""
    return name.startswith("torch.") and name not in ("torch.float32", "torch.float")


def _is_cast_before(calls: list[CallView], wrap: ModelWrapperFact, cast: CallView) -> bool:
    """Whether the model may have had that type by the time when it was wrapped."""
    before = (call for call in calls if call.node.start < wrap.node.start and call.method in (*_CASTS, "to", "type"))
    same = (call for call in before if call.receiver is not None and call.receiver.value.source is wrap.model.source)
    return any(
        _is_type(call.argument(0, "dtype")) or call.method != "to" for call in same
    ) or cast.file.analysis.mentions("set_default_dtype")


def _freed(file: File, wrap: ModelWrapperFact) -> Iterator[tuple[tree.Node, str, tree.Node]]:
    """Parameters that were frozen when the model was wrapped, and are trained later."""
    for freed in freed_parameters(file, wrap):
        yield freed.node, "unfreezes parameters", freed.frozen


def _trained_after(
    file: File, change: tree.Node, wrap: tree.Node, forwards: list[tuple[ForwardFact, ExpressionView | None]]
) -> _Trained | None:
    """The model that is trained in the wrapper after it has changed, as the order of the code around that says."""
    for fact, model in forwards:
        path = (*fact.where.chain, fact.node) if _is_of(fact.model, wrap) else ()
        here = [node for node in path if file.holds(node) and file.tree.scope(node) is file.tree.scope(change)]
        if here and (here[0].start > change.start or _shares_loop(file, here[0], change)):
            return _Trained(model or ExpressionView(file, wrap), is_certain=True)
        if path and not here and _is_of_constructed(file, change, path[0]):
            # A setting may decide that the model is changed, and that it isn't trained.
            is_certain = file.tree.branches(change, tree.If).items() <= file.tree.branches(wrap, tree.If).items()
            return _Trained(model or ExpressionView(file, wrap), is_certain)
    return None


def _is_of_constructed(file: File, change: tree.Node, place: tree.Node) -> bool:
    """Whether a constructor changes the model, which another method of the class uses: that is called later."""
    constructor = file.tree.scope(change)
    if not isinstance(constructor, tree.FunctionDef) or constructor.name != "__init__" or not file.holds(place):
        return False
    owner = file.tree.above(constructor, tree.ClassDef)
    return owner is not None and file.is_within(place, owner)


def _shares_loop(file: File, one: tree.Node, other: tree.Node) -> bool:
    around = {node for node in file.tree.around(one) if isinstance(node, tree.Loops)}
    return any(node in around for node in file.tree.around(other))
