"""Activations that an input of a loss went through on one of the ways that lead there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.domain.values import PERHAPS, alternatives
from torchlint.queries.analysed_files import file_around
from torchlint.queries.file import CallView
from torchlint.queries.gradients.tensor_ranks import called_value
from torchlint.queries.losses.loss_calls import LossView, Squashing
from torchlint.queries.losses.model_flags import is_applied, model_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_Condition = tree.If | tree.Conditional


@dataclass(frozen=True, slots=True, eq=False)
class SometimesSquashed(Squashing):
    """An activation that is applied under a condition, where its result reaches an operation under any.

    Example:
        sometimes = losses.sometimes_squashed(loss, "softmax")
        if sometimes is not None:
            yield finding(loss, f"went through a {sometimes.name} {sometimes.when}", sure=sometimes.is_sure)
    """

    when: str  # the condition, as code: "if `self.normalize`"
    is_sure: bool = False  # whether the condition is known to hold

    @property
    def name(self) -> str:
        """The activation's name: "sigmoid", "softmax"."""
        return self.input.value.made_by.removeprefix(PERHAPS)


def sometimes_squashed(loss: LossView, *makers: str) -> SometimesSquashed | None:
    """The activation, one of these, that a loss's input goes through under one condition.

    That is a condition in the same function, which isn't asked for again on the way to the loss; or one in the forward
    of a model, about a flag that the model is made with.
    """
    given, file = loss.operand, loss.file
    if given is None or not given.is_made_by(*makers, *(PERHAPS + maker for maker in makers)):
        return None
    source = given.value.source
    if not isinstance(source, tree.Call):
        return None
    if file.holds(source) and CallView(file, source).function == loss.function:
        deciders = [one for one in _conditions(file.tree, source) if not file.is_within(loss.node, one)]
        same_loop = file.tree.above(source, *tree.Loops) is file.tree.above(loss.node, *tree.Loops)
        if len(deciders) != 1 or not same_loop or _is_asked_again(file, deciders[0], loss.node):
            return None
        if not loss.is_certain and not _is_made_for(loss, deciders[0], source):
            return None  # another setting may choose the loss that wants this
        return SometimesSquashed(loss, given, _when(file.tree, deciders[0], source))
    return _by_flag(loss, source) if loss.is_certain else None


def _is_made_for(loss: LossView, decider: _Condition, source: tree.Node) -> bool:
    """Whether one of several losses is chosen where the code asks for the same as before the activation."""
    wanted = {name.removesuffix(".forward") for name in loss.names}
    for one in alternatives(called_value(loss)):
        made_in = file_around(loss.file, one.source) if one.ref in wanted and one.source is not None else None
        for other in _conditions(made_in.tree, one.source) if made_in is not None and one.source is not None else ():
            texts = [loss.file.tree.text_of(decider.test), made_in.tree.text_of(other.test)] if made_in else []
            is_same = len({text.replace("self.", "") for text in texts}) == 1
            if is_same and one.source is not None and _holds_body(decider, source) == _holds_body(other, one.source):
                return True
    return False


def _by_flag(loss: LossView, source: tree.Call) -> SometimesSquashed | None:
    """An activation in the forward of a model that was made with a flag for it, or perhaps with one."""
    cls = model_around(loss.file, source)
    deciders = list(_conditions(cls.unit.tree, source)) if cls is not None else []
    if cls is None or loss.operand is None or len(deciders) != 1:
        return None
    if any(_flags(deciders[0].test) & _flags(one.test) for one in _before(loss.file, loss.node)):
        return None  # the same flag selects the loss
    applied = is_applied(loss.file, cls, deciders[0].test, _holds_body(deciders[0], source))
    if applied is False:
        return None
    return SometimesSquashed(loss, loss.operand, _when(cls.unit.tree, deciders[0], source), bool(applied))


def _when(syntax: tree.Tree, decider: _Condition, source: tree.Node) -> str:
    word = "if" if _holds_body(decider, source) else "unless"
    return f"{word} `{syntax.text_of(decider.test)}`"


def _holds_body(decider: _Condition, node: tree.Node) -> bool:
    """Whether a node is in the branch that is taken if the condition holds."""
    body = decider.body if isinstance(decider, tree.If) else [decider.body]
    return any(one.start <= node.start and node.end <= one.end for one in body)


def _is_asked_again(file: File, decider: _Condition, place: tree.Node) -> bool:
    """Whether code up to a place, or around it, asks for something that a condition has asked for before.

    What is done where a module is not training is not for a loss.
    """
    asked = _names(decider.test)
    return "self.training" in asked or any(
        decider.end <= one.start and asked & _names(one.test) for one in _before(file, place)
    )


def _before(file: File, place: tree.Node) -> list[_Condition]:
    """The conditions of a function up to a place, and around it."""
    scope = file.tree.scope(place)
    found: list[_Condition] = [*file.tree.own(scope, tree.If), *file.tree.own(scope, tree.Conditional)]
    return [one for one in found if one.start < place.end]


def _conditions(syntax: tree.Tree, node: tree.Node) -> Iterator[_Condition]:
    """The conditions around a node in its function."""
    above = syntax.parents.get(node)
    while above is not None and not isinstance(above, tree.Scope):
        if isinstance(above, (tree.If, tree.Conditional)):
            yield above
        above = syntax.parents.get(above)


def _names(test: tree.Expression) -> set[str]:
    """The names and attributes that a condition asks for."""
    found = (tree.dotted(node) for node in tree.walk(test) if isinstance(node, (tree.Name, tree.Attribute)))
    return {name for name in found if name is not None and name != "self"}


def _flags(test: tree.Expression) -> set[str]:
    """The last parts of the names that a condition asks for, whoever has them."""
    return {name.rpartition(".")[2] for name in _names(test)}
