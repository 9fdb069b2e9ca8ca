"""Models that an object holds, evaluated by a method of which no caller is seen: what the class says of the mode.

The mode at the method's beginning is whatever its caller has left. Two things of the class speak against eval mode all
the same: another method calls `eval()` for what it evaluates, so callers are not expected to; or the constructor makes
the model, which leaves it in train mode, and nobody ever switches it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.domain.modes import EVAL, NEVER_SEEN
from torchlint.domain.values import NO, alternatives
from torchlint.flow.facts import ForwardFact
from torchlint.queries.file import View
from torchlint.queries.memo import query
from torchlint.queries.modes.calls_by_callers import forwards_by_callers
from torchlint.queries.modes.evaluation import EvaluationView
from torchlint.queries.modes.returned_models import is_returned_as_made, leaves_mode
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# Where an object gets ready: what is switched there stays so for whatever is called afterwards.
_SETTING_UP = ("init", "setup", "set_up", "load", "build", "prepare", "create", "make", "enter", "start", "begin")


@dataclass(frozen=True, slots=True, eq=False)
class HeldModelView(View):
    """A place in a method that evaluates a model which the method's object holds, in a mode that nobody here sets."""

    forward: EvaluationView  # the call of the model
    owner: Class  # the class of the object
    attribute: str  # `net` of `self.net`
    switching: str  # the method that does call eval(); empty where none does

    @property
    def model(self) -> str:
        """The model, as the method names it."""
        return f"self.{self.attribute}"


@query
def held_model_evaluations(file: File) -> list[HeldModelView]:
    """Evaluations of models that objects hold, with evidence that nothing puts them in eval mode before."""
    found: dict[tuple[tree.Node, str], HeldModelView] = {}
    for view in forwards_by_callers(file):
        for fact in view.events:
            one = EvaluationView(file, view.node, (fact,))
            if fact.switches == NEVER_SEEN and (held := _held(file, one, fact)) is not None:
                found.setdefault((held.node, held.attribute), held)
    return sorted(found.values(), key=lambda held: held.node.start)


def _held(file: File, view: EvaluationView, fact: ForwardFact) -> HeldModelView | None:
    used = next(_uses(file, fact), None)
    if used is None or not is_evaluated_in(view, fact):
        return None
    place, function, owner, attribute, source = used
    switches = [(base, call) for base in owner.lineage for call in _switches(base, attribute)]
    if any(_is_set_up(base, call) for base, call in switches) or _is_switched_by_callers(file, source, place):
        return None
    sibling = _switching_sibling(file, source, switches, function)
    if sibling is None and not _stays_as_made(file, source, owner, attribute):
        return None
    return HeldModelView(file, place, view, owner, attribute, sibling.name if sibling is not None else "")


def _uses(file: File, fact: ForwardFact) -> Iterator[tuple[tree.Node, Function, Class, str, tree.Node]]:
    """Where methods use the model that their object holds, innermost first, under which name, and where it was made."""
    for depth in range(len(fact.where.chain), -1, -1):
        place, function = fact.where.called_from(depth) or fact.node, fact.where.caller(depth)
        owner = function.owner if function is not None else None
        if function is None or owner is None or owner.is_module or not file.holds(place):
            continue
        for node in tree.walk(place):
            if isinstance(node, tree.Attribute) and tree.dotted(node.value) == "self":
                held = owner.attribute(node.attr)
                sources = (one.source for one in alternatives(held) if one.source in fact.sources) if held else ()
                if (source := next(iter(sources), None)) is not None:
                    yield place, function, owner, node.attr, source


def is_evaluated_in(view: EvaluationView, fact: ForwardFact) -> bool:
    """Whether nothing trains with the output, and the input is no noise, as a generator's is."""
    if view.is_differentiated or view.is_part_of_training or view.is_test or view.is_given_noise:
        return False
    return fact.where.grad == NO or fact.origin in view.file.facts.detached


def _is_switched_by_callers(file: File, source: tree.Node, place: tree.Node) -> bool:
    """Whether a caller is seen that puts the model in eval mode before it calls the method."""
    same = (one for one in file.facts.forwards if source in one.sources)
    there = (one for one in same if one.node is place or place in one.where.chain)
    return any(switch.mode == EVAL for one in there for switch in one.switches)


def _switches(cls: Class, attribute: str) -> Iterator[tree.Call]:
    """The calls of `self.net.eval()` in a class."""
    for call in cls.unit.tree.inside(cls.node, tree.Call):
        if tree.dotted(call.func) == f"self.{attribute}.eval":
            yield call


def _method_around(cls: Class, node: tree.Node) -> Function | None:
    around = cls.unit.tree.above(node, tree.FunctionDef)
    return next((method for method in cls.methods.values() if method.node is around), None)


def _is_set_up(cls: Class, call: tree.Call) -> bool:
    """Whether an object is put in eval mode once, where it gets ready."""
    method = _method_around(cls, call)
    return method is None or method.name.strip("_").startswith(_SETTING_UP)


def _switching_sibling(
    file: File, source: tree.Node, switches: list[tuple[Class, tree.Call]], function: Function
) -> Function | None:
    """Another method that calls `eval()` on the same model, and evaluates it then."""
    evaluating = {s.node for one in file.facts.forwards if source in one.sources for s in one.switches}
    methods = (_method_around(cls, call) for cls, call in switches if call in evaluating)
    return next((method for method in methods if method is not None and method is not function), None)


def _stays_as_made(file: File, source: tree.Node, owner: Class, attribute: str) -> bool:
    """Whether the class makes a model with trained weights, in train mode, and does nothing to it that switches it."""
    record = file.facts
    if source not in record.made_in_train_mode or source not in record.loaded:
        return False
    is_made_here = file.holds(source) and file.tree.above(source, tree.ClassDef) is owner.node
    if not is_made_here and not is_returned_as_made(file, source):
        return False
    files = file.project_files
    if files is not None and files.files_mentioning(f".{attribute}.eval("):
        return False
    return all(
        leaves_mode(file, file.tree, use)
        for use in file.tree.inside(owner.node, tree.Attribute)
        if _is_own(use, attribute)
    )


def _is_own(node: tree.Attribute, attribute: str) -> bool:
    return node.attr == attribute and tree.dotted(node.value) == "self"
