"""The data that a score is measured on, followed back through assignments, loops and functions of the file."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.knowledge.call_names import DIVIDES_DATA
from torchlint.syntax import tree

from .detect_filled import fillings

if TYPE_CHECKING:
    from torchlint.binding.definitions import Definition
    from torchlint.queries import File

_FARTHEST = 6  # so many names are followed back
# What data is called by which nobody may choose, and by which people do.
_TEST = re.compile(
    r"^_?(te|tst|test|testing)(_|$|\d|loader|data|set|iter|gen|batch|dl|ds|queue)|_test(_|$|loader|set|data)"
)
_CHOOSING = re.compile(
    r"train(?!able|er)|(?<!inter)(?<!retrie)val(?!u)|dev(_|$|set|loader|data)|eval|tune|tuning|held_?out"
)
_IS_TEST_SET = re.compile(r"(^|[^a-z])(test|testing|t10k)([^a-z]|$)")
_IS_HELD_OUT = re.compile(r"(^|[^a-z])(val|valid|validation|dev)([^a-z]|$)")
# What is given to a test beside the data, under a name that says so as well.
_BESIDE = re.compile(
    r"(criterion|loss|metrics?|fn|func|args|cfg|config|name|step|epoch|freq|interval|len|length|size|count|num)s?$"
)
# Numbers of a training, and what computes a metric, which are no data: `range(pretraining_epochs)`.
_NO_DATA = re.compile(r"(epoch|iter|iteration|freq|interval|step)s$|evaluators?$")
# What data is kept in by the name of its part: `loaders["test"]`; and how a part is asked for.
_PARTED = re.compile(r"loader|data|set|dl|iter|gen|split|queue", re.IGNORECASE)
_PART = re.compile(
    r"^(test|testing|tst|val|valid|validation|dev|eval|train|training)(_?(set|data|loader|split|mask))?$"
)
_TRANSFORMS = re.compile(r"transform|augment|compose", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measured:
    """What a score is measured on, where it is written."""

    node: tree.Expression
    name: str


def data_of(file: File, score: tree.Expression) -> Measured | None:
    """The test data that a score comes from; None if none is seen, or if other data goes into it as well."""
    found: dict[tree.Node, Measured] = {}
    _follow(file, score, score, found, set(), _FARTHEST)
    kinds = [(one, _kind(one.name)) for one in found.values()]
    if any(kind == "choosing" for _, kind in kinds):
        return None
    return next((one for one, kind in kinds if kind == "test"), None)


def is_test_data(name: str) -> bool:
    """Whether data is called test data, and nothing else."""
    return _kind(name) == "test"


def _kind(name: str) -> str:
    """Whether a name is one for test data, or for data that may choose; `loader.dataset` is what the loader is."""
    name = name.removesuffix(".dataset")
    last = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rpartition(".")[2]).lower()
    if _NO_DATA.search(last):
        return ""
    if _CHOOSING.search(last):
        return "choosing"
    return "test" if _TEST.search(last) and not _BESIDE.search(last) else ""


def _follow(
    file: File,
    node: tree.Node,
    score: tree.Expression,
    found: dict[tree.Node, Measured],
    seen: set[tree.Node],
    steps: int,
) -> None:
    """Collects what the numbers in an expression are measured on."""
    if node in seen or steps < 0:
        return
    seen.add(node)
    for part in tree.walk(node):
        if isinstance(part, tree.Call):
            _note_given(file, part, score, found)
        elif isinstance(part, tree.Subscript) and isinstance(part.index, (tree.Name, tree.Attribute)):
            _note(file, part.index, score, found)  # `right[data.test_mask]`
        elif isinstance(part, tree.Name) and use_def.is_use(file.tree, part):
            if part is not score and _is_known(file, part):
                continue
            for definition in use_def.reaching_definitions(file.tree, part):
                if definition is None or definition.kind in ("parameter", "import"):
                    continue
                sources, _ = _note_loops(file, definition.node, score, found)
                if definition.source is not None and definition.kind != "for":
                    if not _note_part(file, definition, score, found):
                        sources = [*sources, definition.source]
                for source in sources:
                    _follow(file, source, score, found, seen, steps - 1)
            for filled in fillings(file, part):
                sources, is_named = _note_loops(file, filled.node, score, found)
                # A loop over named data says what is put in there: `total[label] += (pred_val == label).sum()`.
                for source in (*sources, *(() if is_named else filled.values)):
                    _follow(file, source, score, found, seen, steps - 1)


def _is_known(file: File, name: tree.Name) -> bool:
    """Whether there is nothing to follow: a function's name, data that a call is given, or that is only counted."""
    above = file.tree.parents.get(name)
    if isinstance(above, tree.Argument):
        call = file.tree.parents.get(above)
        return bool(_kind(name.id)) or (isinstance(call, tree.Call) and tree.dotted(call.func) == "len")
    return isinstance(above, tree.Call)


def _note_loops(
    file: File, place: tree.Node, score: tree.Expression, found: dict[tree.Node, Measured]
) -> tuple[list[tree.Expression], bool]:
    """The loops that a number is summed up in, up to the loop in which it is compared.

    Gives what those go through whose name says nothing, such as a list that a loop before has filled, and whether
    there are others.
    """
    unnamed, is_named = [], False
    for above in file.tree.around(place):
        if isinstance(above, tree.Scope) or file.is_within(score, above):
            break
        if isinstance(above, tree.For):
            if _note(file, above.iter, score, found):
                is_named = True
            else:
                unnamed.append(above.iter)
    return unnamed, is_named


def _note_given(file: File, call: tree.Call, score: tree.Expression, found: dict[tree.Node, Measured]) -> None:
    """What a call is given, and what the function that it leads to goes through by itself."""
    if tree.dotted(call.func) == "len":
        return  # how many steps a schedule has, for one
    is_named = [_note(file, argument.value, score, found) for argument in call.args if _names_data(argument.value)]
    for function in file.facts.functions.get(call, ()):
        # What the caller's data is called says more than a parameter: `validate(test_loader)`.
        known = {one.name for one in function.node.parameters} if any(is_named) else set[str]()
        for loop in tree.walk(function.node):
            if isinstance(loop, tree.For):
                _note(file, loop.iter, score, found, known)


def _note_part(file: File, definition: Definition, score: tree.Expression, found: dict[tree.Node, Measured]) -> bool:
    """What one of several unpacked scores is measured on, where the function that gives them goes through its parts.

    The second of `train_acc, test_acc = test()` with `for mask in (data.train_mask, data.test_mask)` in `test`.
    """
    targets = definition.node.targets if isinstance(definition.node, tree.Assign) else []
    unpacked = targets[0].elements if len(targets) == 1 and isinstance(targets[0], tree.Tuple) else []
    place = next((number for number, one in enumerate(unpacked) if one is definition.target), None)
    call = use_def.resolved_expression(file.tree, definition.source) if definition.source is not None else None
    if place is None or not isinstance(call, tree.Call):
        return False
    for function in file.facts.functions.get(call, ()):
        for loop in tree.walk(function.node):
            parts = _parts(loop.iter) if isinstance(loop, (tree.For, tree.Clause)) else []
            if len(parts) == len(unpacked):
                return _note(file, parts[place], score, found)
    return False


def _parts(gone_through: tree.Expression) -> list[tree.Expression]:
    """What a loop goes through, where that is written out, or asked for by name: `data("train_mask", "test_mask")`."""
    if isinstance(gone_through, tree.Call):
        return [one.value for one in gone_through.args]
    return gone_through.elements if isinstance(gone_through, (tree.Tuple, tree.List)) else []


def _names_data(node: tree.Expression) -> bool:
    """Whether an argument is a name, one of several parts, or the name of a part: `loaders["test"]`, `"test"`."""
    if isinstance(node, tree.Constant):
        return isinstance(node.value, str) and _PART.search(node.value.lower()) is not None
    return tree.dotted(node.value if isinstance(node, tree.Subscript) else node) is not None


def _note(
    file: File,
    node: tree.Expression,
    score: tree.Expression,
    found: dict[tree.Node, Measured],
    known: Collection[str] = (),
) -> bool:
    """The names of data in what is gone through or handed on: `enumerate(tqdm(self.test_loader))`; whether any is."""
    named: dict[tree.Node, Measured] = {
        part: Measured(part, name)
        for part in tree.walk(node)
        if (name := _name_of(file, part, part is node, score)) and name not in known and _kind(name)
    }
    found.update(named)
    return bool(named)


def _name_of(file: File, part: tree.Expression, is_whole: bool, score: tree.Expression) -> str | None:
    """What data is called: by its name, by the part that it is of several, or by the name of a part alone."""
    if isinstance(part, (tree.Name, tree.Attribute)):
        return tree.dotted(part)
    if isinstance(part, tree.Constant) and isinstance(part.value, str):
        return part.value if is_whole and _names_data(part) else None
    if not isinstance(part, tree.Subscript) or not _PARTED.search(tree.last_name(part.value)):
        return None
    if isinstance(part.index, tree.Constant):
        return part.index.value if isinstance(part.index.value, str) else None
    return _asked_part(file, score, part.index.id) if isinstance(part.index, tree.Name) else None


def _asked_part(file: File, score: tree.Expression, name: str) -> str | None:
    """The part of the data that a loop is at where a score is compared: `if phase == "test" and acc > best`."""
    for above in file.tree.around(score):
        if isinstance(above, tree.Scope):
            break
        if not isinstance(above, tree.If) or file.tree.branches(score, tree.If).get(above) == "orelse":
            continue
        tests = above.test.values if isinstance(above.test, tree.BoolOp) and above.test.op == "and" else [above.test]
        for test in tests:
            if isinstance(test, tree.Compare) and test.ops == ["=="] and tree.dotted(test.left) == name:
                other = test.comparators[0]
                if isinstance(other, tree.Constant) and isinstance(other.value, str):
                    return other.value
    return None


def is_of_test_set(file: File, measured: Measured) -> bool:
    """Whether data was visibly made of a test set: `train=False`, `split="test"`, a folder that is called so."""
    made = list(_makers(file, measured.name.rpartition(".")[2], _FARTHEST))
    calls = [part for one in made for part in tree.walk(one) if isinstance(part, tree.Call)]
    if any(tree.last_name(call.func) in DIVIDES_DATA for call in calls):
        return False  # a part of another set, and possibly the only one for validation
    if any(_IS_HELD_OUT.search(text) for call in calls for text in _texts(call)):
        return False  # called a test set, but read from `lists/val.txt`
    return any(reads_test_set(call) for call in calls)


def _makers(file: File, name: str, steps: int) -> Iterator[tree.Expression]:
    """What is assigned to a name anywhere in the file, and to the names in that."""
    for statement in file.tree.all(tree.Assign):
        if any(tree.last_name(part) == name for target in statement.targets for part in tree.walk(target)):
            yield statement.value
            for part in tree.walk(statement.value):
                last = tree.last_name(part) if isinstance(part, (tree.Name, tree.Attribute)) else ""
                if last != name and steps and "test" in last.lower():
                    yield from _makers(file, last, steps - 1)


def reads_test_set(call: tree.Call) -> bool:
    """Whether a call asks for test data: `train=False`, `split="test"`, a folder that is called so."""
    if _TRANSFORMS.search(tree.last_name(call.func)):
        return False
    if any(argument.keyword == "train" and tree.is_false(argument.value) for argument in call.args):
        return True
    return any(_IS_TEST_SET.search(text) for text in _texts(call))


def _texts(call: tree.Call) -> Iterator[str]:
    """The texts in what a call is given, in lower case."""
    given = (part for argument in call.args for part in tree.walk(argument.value) if isinstance(part, tree.Constant))
    yield from (part.value.lower() for part in given if isinstance(part.value, str))
