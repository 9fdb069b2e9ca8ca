"""Models, and parts of models, that are made anew after the optimizer that should train them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import definitions_from
from torchlint.flow.training_trace import Called, Choice, Repeat, Step, Trace
from torchlint.queries import ExpressionView, View, training
from torchlint.queries.training import Training, relations
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

Placed = tuple[Step, dict[int, int]]  # a step, and which ways were taken to get there


@dataclass(frozen=True)
class Replaced(ExpressionView):
    """What is assigned a new module whose parameters the optimizer does not have."""

    optimizer: View  # where it was made
    step: View  # where it steps then
    advice: str = "create the optimizer after this line"

    @property
    def what(self) -> str:
        """What is wrong with its parameters: they are those of a new module, or made of the old ones."""
        return "makes new parameters" if isinstance(self.node, tree.Call) else "is new"


def stale_optimizers(file: File) -> Iterator[Replaced]:
    """Each such assignment, in source order."""
    found: dict[tree.Node, Replaced] = {}
    for _, entry in file.analysis.tracer.entries:
        placed = list(_placed(entry, {}))
        for place, (step, ways) in enumerate(placed):
            if step.what == "replace" and file.holds(step.node) and step.node not in found:
                if any(other.node is step.node for other, _ in placed[:place]):
                    continue  # the optimizer gets its parameters in the same code
                made = _made_before(file, placed[:place], step, ways)
                later = _stepped_after(file, placed[place + 1 :], made, ways)
                if made is not None and later is not None:
                    found[step.node] = Replaced(file, step.node, View(file, made.node), View(file, later.node))
    for loop in training.trainings(file):
        for replaced in _untrained(file, loop):
            found.setdefault(replaced.node, replaced)
    return iter(sorted(found.values(), key=lambda one: one.node.start))


def may_be_extended(file: File, made: tree.Node) -> bool:
    """Whether parameters are added to the optimizer that was made here, or to one of which nobody knows which it is."""
    for call in file.method_calls("add_param_group"):
        known = relations(file).optimizers(call.receiver.value) if call.receiver is not None else frozenset()
        if not known or any(origin.node is made for origin in known):
            return True
    return file.tree.once_of_all(_sets_parameters)


def _sets_parameters(syntax: tree.Tree) -> bool:
    """Whether a file gives groups other parameters: `optimizer.param_groups[0]["params"] = [...]`."""
    targets = (target for one in syntax.all(tree.Assign) for target in one.targets)
    keys = (tree.string_of(target.index) for target in targets if isinstance(target, tree.Subscript))
    return "param_groups" in syntax.text and "params" in keys


def is_handed_on(file: File, made: tree.Node) -> bool:
    """Whether code that is not here is given the optimizer, which may add parameters to it."""
    return any(origin.node is made for origin in file.facts.passed_to_unknown)


def _placed(trace: Trace, ways: dict[int, int]) -> Iterator[Placed]:
    """The steps of a trace in the order of the code, each with the ways that lead there."""
    for part in trace:
        if isinstance(part, Step):
            yield part, ways
        elif isinstance(part, Choice):
            for number, way in enumerate(part.ways):
                yield from _placed(way, {**ways, id(part): number})
        elif isinstance(part, (Repeat, Called)):
            yield from _placed(part.body, ways)


def _meet(one: dict[int, int], other: dict[int, int]) -> bool:
    """Whether one run can come through both places."""
    return all(other.get(choice, number) == number for choice, number in one.items())


def _made_before(file: File, before: list[Placed], replace: Step, ways: dict[int, int]) -> Step | None:
    """Where the optimizer was made that has the parameters of before, if it was made by then."""
    owned = relations(file)
    for step, others in reversed(before):
        if step.what != "make" or not file.holds(step.node) or not _meet(others, ways):
            continue
        held = owned.held_by(owned.optimizers(step.subject))
        source = replace.subject.source
        if not held.is_all or owned.are_several(held.models) or source is None:
            continue  # which parameters it has is not known
        if any(source in owned.parts(model) for model in held.models):
            return step
    return None


def _stepped_after(file: File, after: list[Placed], made: Step | None, ways: dict[int, int]) -> Step | None:
    """Where that optimizer steps later."""
    if made is None:
        return None
    origins = relations(file).optimizers(made.subject)
    for step, others in after:
        if step.what == "step" and file.holds(step.node) and _meet(others, ways):
            if relations(file).is_one(step.subject) and relations(file).optimizers(step.subject) == origins:
                return step
    return None


def _untrained(file: File, loop: Training) -> Iterator[Replaced]:
    """A model that is trained in a loop where no optimizer that steps has its parameters: it was made after them."""
    owned = relations(file)
    backwards = [step for step in loop.all if step.what == "backward"]
    steps = [step for step in loop.all if step.what == "step"]
    if not backwards or any(step.is_by_library or not owned.differentiated(step.subject).is_all for step in backwards):
        return
    if not all(owned.is_one(step.subject) for step in steps):
        return
    for step in steps:
        if any(owned.feeds(backward, step) != "other" for backward in backwards) or not file.holds(step.node):
            return
    for step in steps[:1]:
        made = next(iter(owned.optimizers(step.subject))).node
        models = frozenset().union(*(owned.differentiated(backward.subject).models for backward in backwards))
        for model in sorted(models, key=lambda node: node.start):
            target = _assigned(file, model)
            if target is None or _wraps(file, model, target):
                continue
            if _is_made_later(file, model, made) and _reads(made, target):
                yield Replaced(file, target, View(file, made), View(file, step.node))
                return


def _assigned(file: File, made: tree.Node) -> tree.Node | None:
    """The name that a model is given where it is made."""
    named = definitions_from(file.tree, made) if file.holds(made) else []
    return named[0].target if len(named) == 1 and named[0].name else None


def _is_made_later(file: File, model: tree.Node, optimizer: tree.Node) -> bool:
    """Whether a model is made further down in the very function that has made an optimizer."""
    if not file.holds(optimizer) or model.start < optimizer.start:
        return False
    return file.tree.above(model, tree.FunctionDef) is file.tree.above(optimizer, tree.FunctionDef)


def _wraps(file: File, made: tree.Node, target: tree.Node) -> bool:
    """Whether a class of the project is given what had the name before, and so has its parameters."""
    is_object = isinstance(made, tree.Call) and file.value(made.func).value.kind == "class"
    return is_object and _reads(made, target)


def _reads(made: tree.Node, target: tree.Node) -> bool:
    """Whether an optimizer or a model is made of what had the name of a target before."""
    return any(tree.dotted(n) == tree.dotted(target) for n in tree.walk(made))
