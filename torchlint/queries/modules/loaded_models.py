"""Modules of which every object gets its weights from a checkpoint, as far as the project makes any."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_LOADS = frozenset(("load_state_dict", "load_weights", "load_model"))
# By what a file shows that it trains, so that a checkpoint may only be where a training goes on from.
_TRAINS = frozenset("backward zero_grad optim training_step configure_optimizers fit train_step Trainer".split())
_DEEPEST = 6


def is_only_loaded(file: File, name: str) -> bool:
    """Whether code that constructs this class, or modules that contain it, loads a state dict next and never trains.

    Classes are compared by name: if another class of the same name is trained, this is False.
    """
    return _is_loaded(file, name, set()) is True


def _is_loaded(file: File, name: str, seen: set[str]) -> bool | None:
    """Whether all objects of a class get a state; None where the project makes none."""
    if name in seen or file.project_files is None or len(seen) > _DEEPEST:
        return None
    seen.add(name)
    trees = file.project_files.trees_near(file.place, file.project_files.files_mentioning(name))
    answers = [_gets_a_state(file, syntax, use, seen) for syntax in trees for use in _uses(syntax, name)]
    told = [answer for answer in answers if answer is not None]
    return all(told) if told else None


def _uses(syntax: tree.Tree, name: str) -> Iterator[tree.Node]:
    """Where a class is named to be called, chosen, or derived from; not where an annotation says what something is."""
    uses = [node for node in syntax.all(tree.Name) if node.id == name]
    yield from (node for node in uses if not _is_in_annotation(syntax, node))
    yield from (node for node in syntax.all(tree.Attribute) if node.attr == name)


def _is_in_annotation(syntax: tree.Tree, node: tree.Node) -> bool:
    inside = node
    for above in syntax.around(node):
        if isinstance(above, tree.Parameter):
            return inside is above.annotation
        if isinstance(above, (tree.FunctionDef, tree.AnnotatedAssign)):
            return inside is (above.returns if isinstance(above, tree.FunctionDef) else above.annotation)
        inside = above
    return False


def _gets_a_state(file: File, syntax: tree.Tree, use: tree.Node, seen: set[str]) -> bool | None:
    """Whether the code around a use of a class loads a state; in the code of another class, that of its objects."""
    scope, owner = syntax.scope(use), syntax.above(use, tree.ClassDef)
    if not syntax.once_of_all(_trains) and _LOADS & _called_in(scope):
        return True
    return _is_loaded(file, owner.name, seen) if isinstance(owner, tree.ClassDef) else False


def _called_in(scope: tree.Node) -> set[str]:
    return {tree.last_name(node.func) for node in tree.walk(scope) if isinstance(node, tree.Call)}


def _trains(syntax: tree.Tree) -> bool:
    names = {node.attr for node in syntax.all(tree.Attribute)} | {node.id for node in syntax.all(tree.Name)}
    return not _TRAINS.isdisjoint(names)
