"""Calls that evaluate on training data what they are said to measure on held-out data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import uses_reached_by
from torchlint.queries import CallView, ExpressionView
from torchlint.queries.data import names_held_out
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_OF_TRAINING = re.compile(r"(^|_)train(ing)?($|_)|^train", re.IGNORECASE)
_DATA = re.compile(r"(loader|data|set|iter|iterator|(^|_)dl)s?(_train(ing)?)?\d*$", re.IGNORECASE)
_SAYS_TRAINING = re.compile(r"(?<![a-z])train(ing)?(?![a-z]|_?(loader|data|set|iter|dl))|(?<![a-z])tr_", re.IGNORECASE)
_EVALUATES = re.compile(r"(^|_)(val|valid|validate|validation|eval|evaluate|evaluation|test)(_|$)", re.IGNORECASE)
# What is measured, and no loader, index or name that is made of the data.
_MEASURED = re.compile(
    r"(^|_)(val|valid|validation|test)_(?!.*(data|loader|set|idx|ind(ex|ices)|ids?|names?|time|transforms?)$)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, eq=False)
class MeasuredOnTraining(CallView):
    """A call that evaluates a model, and is given data for training."""

    data: ExpressionView
    result: str  # the name of what is measured, `val_loss`; empty where none says so
    parameter: str  # the name of the parameter for the data, `val_loader`


def measured_on_training(file: File) -> Iterator[MeasuredOnTraining]:
    """Calls whose result, or whose parameter, is named for held-out data, in source order."""
    for node in file.tree.all(tree.Call):
        call = CallView(file, node)
        given = _training_data(file, node)
        if given is None or not _evaluates(file, node):
            continue
        names = _results(file, node)
        if any(_OF_TRAINING.search(name) for name in names) or _says_training(file, node):
            continue
        data = ExpressionView(file, given)
        if (result := next((name for name in names if _MEASURED.search(name)), None)) is not None:
            yield MeasuredOnTraining(file, node, data, result, "")
        elif (parameter := _parameter(file, node, given)) and not _is_beside_held_out(file, call):
            yield MeasuredOnTraining(file, node, data, "", parameter)


def _training_data(file: File, call: tree.Call) -> tree.Expression | None:
    """The one argument that is named for training, if it is data, and nothing else that is passed is held out."""
    named = {one.value: _last(tree.dotted(one.value) or "") for one in call.args}
    if any(names_held_out(name) for name in named.values()):
        return None  # a nearest neighbour of the training samples, for instance
    found = [value for value, name in named.items() if _OF_TRAINING.search(name) and _DATA.search(name)]
    return found[0] if len(found) == 1 else None


def _evaluates(file: File, call: tree.Call) -> bool:
    """Whether the function is named for evaluations, and does not train as far as the code shows."""
    if not _EVALUATES.search(tree.last_name(call.func)):
        return False
    return not any(function.usage.trains for function in file.facts.functions.get(call, ()))


def _results(file: File, call: tree.Call) -> list[str]:
    """The names that the result is assigned to."""
    statement = file.tree.statement(call)
    targets = statement.targets if isinstance(statement, tree.Assign) else []
    return [_last(tree.dotted(part) or "") for target in targets for part in _parts(target)]


def _says_training(file: File, call: tree.Call) -> bool:
    """Whether it says beside the call that this is of training: `history["train"] = validate(...)`.

    Or where the result is read: `print("train accuracy", acc)`.
    """
    statement, text = file.tree.statement(call), file.tree.text
    places = [text[statement.start : call.start], text[call.end : statement.end].partition("\n")[0]]
    if isinstance(statement, tree.Assign) and isinstance(statement.targets[0], tree.Name):
        for read in uses_reached_by(file.tree, statement.targets[0], statement):
            above = file.tree.statement(read)
            if isinstance(above, (tree.ExpressionStatement, tree.Assign)):
                places.append(file.tree.text_of(above))
    return any(map(_SAYS_TRAINING.search, places))


def _parts(target: tree.Node) -> list[tree.Expression] | list[tree.Node]:
    return list(target.elements) if isinstance(target, tree.Tuple) else [target]


def _parameter(file: File, call: tree.Call, given: tree.Expression) -> str:
    """The parameter that the data is given to, if its name says held-out data."""
    functions = sorted(file.facts.functions.get(call, ()), key=lambda function: function.node.start)
    passed = functions[0].passed_by(call) if functions else {}
    return next((name for name, value in passed.items() if value is given and names_held_out(name)), "")


def _is_beside_held_out(file: File, call: CallView) -> bool:
    """Whether the function around also evaluates held-out data: the accuracy on training data is worth knowing, too."""
    around = call.function.node if call.function is not None else file.tree.root
    name = tree.last_name(call.node.func)
    others = (one for one in tree.walk(around) if isinstance(one, tree.Call) and one is not call.node)
    return any(
        tree.last_name(other.func) == name
        and any(names_held_out(_last(tree.dotted(argument.value) or "")) for argument in other.args)
        for other in others
    )


def _last(name: str) -> str:
    return name.rpartition(".")[2]
