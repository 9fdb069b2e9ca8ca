"""Datasets that take a part of the samples for validation, and keep all of them for training."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.knowledge.naming_conventions import SAMPLE_LOOKS
from torchlint.queries import View, data
from torchlint.syntax import tree

from . import detect_split_flags

if TYPE_CHECKING:
    from torchlint.queries import File

_TRAINED = re.compile(r"^(is_)?train(ing)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class KeptForTraining(View):
    """The dataset for validation of two that a class makes, of the same samples."""

    trained: View  # the dataset for training
    part: View | None  # what the class keeps for validation, `samples[:200]`; None if it is in another file
    is_proven: bool  # whether the class does nothing else with the name of the split


def kept_for_training(file: File) -> Iterator[KeptForTraining]:
    """One for each dataset of a class of the project that holds out nothing from training, in source order."""
    made: dict[tuple[Class, tree.Node], list[tuple[tree.Call, dict[str, tree.Expression]]]] = {}
    for call in file.tree.all(tree.Call):
        if (cls := _class_of(file, call)) is not None:
            passed = cls.methods["__init__"].passed_by(call)
            made.setdefault((cls, file.tree.scope(call)), []).append((call, passed))
    pairs = ((key[0], one, its) for key, its in made.items() for one in its)
    for cls, (call, mine), its in sorted(pairs, key=lambda one: one[1][0].start):
        if all(_constant(value) is None for value in mine.values()):
            continue  # nothing says for which part it is
        for other, its_own in its:
            if other is call:
                continue
            found = _part_of_the_other(file, cls, mine, its_own, _is_named_held_out(file, call))
            if found is not None:
                part, is_proven = found
                yield KeptForTraining(file, call, View(file, other), part, is_proven)
                break


def _class_of(file: File, call: tree.Call) -> Class | None:
    """The class of the project whose constructor a call runs; None for a call that unpacks arguments."""
    cls = file.value(call).value.ref
    is_plain = isinstance(cls, Class) and "__init__" in cls.methods and not any(a.star for a in call.args)
    return cls if is_plain and isinstance(cls, Class) and "__getitem__" in cls.methods else None


def _part_of_the_other(
    file: File, cls: Class, mine: dict[str, tree.Expression], other: dict[str, tree.Expression], is_named: bool
) -> tuple[View | None, bool] | None:
    """What the class keeps of the samples of another object of it that has all; None if it holds out something."""
    text = file.tree.text_of
    given = [name for name in dict.fromkeys((*mine, *other)) if not SAMPLE_LOOKS.search(name)]
    differ = [n for n in given if n not in mine or n not in other or text(mine[n]) != text(other[n])]
    if len(differ) != 1 or differ[0] not in mine:
        return None
    (name,) = differ
    init = cls.methods["__init__"].node
    if not isinstance(init, tree.FunctionDef):
        return None
    defaults = {p.name: p.default for p in init.parameters}
    held_out, trained = _constant(mine[name]), _constant(other.get(name, defaults.get(name)))
    if not _says_training(name, trained) or _says_training(name, held_out) or held_out is None:
        return None
    if is_named and set(given) - {name} and detect_split_flags.decides_nothing(cls, init, name):
        return None, True
    return _taken_in(file, cls, init, name, held_out, trained)


def _is_named_held_out(file: File, call: tree.Call) -> bool:
    """Whether what a call makes has a name for held-out data: `val_set = Images(root, train=False)`."""
    assign = file.tree.parents.get(call)
    return isinstance(assign, tree.Assign) and any(data.names_held_out(tree.dotted(t) or "") for t in assign.targets)


def _taken_in(
    file: File, cls: Class, init: tree.FunctionDef, name: str, held_out: object, trained: object
) -> tuple[View | None, bool] | None:
    """The slice that the constructor takes for validation alone, of samples that do not depend on the split."""
    found: tree.Assign | None = None
    tests: set[tree.Node] = set()
    for branch in (one for one in init.body if isinstance(one, tree.If)):
        if _holds(branch.test, name, trained) is None or _holds(branch.test, name, held_out) is None:
            continue
        tests.update(tree.walk(branch.test))
        kept = branch.body if _holds(branch.test, name, trained) else branch.orelse
        taken = branch.body if _holds(branch.test, name, held_out) else branch.orelse
        if kept is not taken and all(map(_changes_nothing, kept)):
            found = next((s for s in taken if isinstance(s, tree.Assign) and _is_slice_of_itself(s)), found)
    syntax = cls.unit.tree
    reads = [node for node in tree.walk(init) if isinstance(node, tree.Name) and node.id == name and node not in tests]
    kept_in = [syntax.parents.get(node) for node in reads]
    if found is None or not all(isinstance(above, tree.Assign) and above.value in reads for above in kept_in):
        return None  # the samples may be read from another file
    attributes = {tree.last_name(above.targets[0]) for above in kept_in if isinstance(above, tree.Assign)}
    others = (n for n in tree.walk(cls.node) if isinstance(n, tree.Attribute) and n.attr in attributes)
    is_proven = sum(1 for _ in others) == len(attributes)
    return View(file, found.value) if file.holds(found) else None, is_proven


def _constant(node: tree.Expression | None) -> object:
    return node.value if isinstance(node, tree.Constant) else None


def _says_training(name: str, value: object) -> bool:
    """Whether an argument chooses the samples for training: `split="train"`, `train=True`."""
    if isinstance(value, str):
        return _TRAINED.search(value) is not None
    return value is True and _TRAINED.search(name) is not None


def _holds(test: tree.Expression, name: str, value: object) -> bool | None:
    """Whether a condition on a parameter is true if that has a value; None for any other condition."""
    if isinstance(test, tree.Name) and test.id == name and isinstance(value, bool):
        return value
    if isinstance(test, tree.UnaryOp) and test.op == "not":
        inner = _holds(test.operand, name, value)
        return None if inner is None else not inner
    if not isinstance(test, tree.Compare) or len(test.ops) != 1 or tree.dotted(test.left) != name:
        return None
    compared = test.comparators[0]
    if not isinstance(compared, tree.Constant) or test.ops[0] not in ("==", "!="):
        return None
    return (compared.value == value) is (test.ops[0] == "==")


def _changes_nothing(statement: tree.Statement) -> bool:
    """Whether a statement only says what is so: `pass`, `self.samples = self.samples`."""
    if isinstance(statement, tree.Assign):
        return tree.dotted(statement.value) is not None and all(
            tree.dotted(target) == tree.dotted(statement.value) for target in statement.targets
        )
    return isinstance(statement, (tree.Pass, tree.ExpressionStatement))


def _is_slice_of_itself(assign: tree.Assign) -> bool:
    taken = assign.value
    if not isinstance(taken, tree.Subscript) or not isinstance(taken.index, tree.Slice):
        return False
    return tree.dotted(taken.value) is not None and tree.dotted(assign.targets[0]) == tree.dotted(taken.value)
