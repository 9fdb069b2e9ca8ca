"""Losses that are divided by the number of accumulated batches before accelerate's `backward` divides them again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, resolved_expression
from torchlint.queries import CallView, View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_STEPS = "gradient_accumulation_steps"


@dataclass(frozen=True, slots=True, eq=False)
class SecondDivision(CallView):
    """A call of an accelerator's `backward`."""

    division: tree.BinaryOp  # where the loss was divided before

    @property
    def first(self) -> View:
        """Where the loss is divided by the program."""
        return View(self.file, self.division)


def second_divisions(file: File) -> Iterator[SecondDivision]:
    """Each of them, in source order."""
    if _STEPS not in file.text or any(map(_is_set, file.tree.all(tree.Assign))):
        return  # nothing is accumulated, or the number is changed later
    told = [value for call in file.tree.all(tree.Call) for value in _told(call)]
    if not told or any(_is_one(file, value) for value in told):
        return
    counts = {file.tree.text_of(value) for value in told}
    # Other names of the same number: `self.steps = steps`.
    kept = [one for one in assignments_in(file.tree.root) if isinstance(one.target, tree.Attribute)]
    counts |= {file.tree.text_of(one.target) for one in kept if one.target and _is_named(file, one.value, told)}
    for call in file.method_calls("backward"):
        accelerator, loss = call.receiver, call.argument(0, "loss")
        name = tree.dotted(accelerator.node) if accelerator is not None else None
        if name is None or loss is None or "accelerator" not in name.lower():
            continue
        division = resolved_expression(file.tree, loss.node)
        if isinstance(division, tree.BinaryOp) and division.op == "/":
            stands_for = resolved_expression(file.tree, division.right)
            divisors = [division.right, *([stands_for] if isinstance(stands_for, tree.Attribute) else [])]
            if any(file.tree.text_of(one) in counts | {f"{name}.{_STEPS}"} for one in divisors):
                yield SecondDivision(file, call.node, division)


def _is_named(file: File, value: tree.Expression | None, told: list[tree.Expression]) -> bool:
    """Whether a value is what an Accelerator is told, as the same attribute or the same variable."""
    texts = {file.tree.text_of(one) for one in told if isinstance(one, tree.Attribute)}
    if isinstance(value, tree.Attribute):
        return file.tree.text_of(value) in texts
    if not isinstance(value, tree.Name):
        return False
    given = reaching_definition(file.tree, value)
    names = (one for one in told if isinstance(one, tree.Name) and one.id == value.id)
    return given is not None and any(reaching_definition(file.tree, name) == given for name in names)


def _told(call: tree.Call) -> Iterator[tree.Expression]:
    """What an Accelerator is told to accumulate."""
    if tree.last_name(call.func) == "Accelerator":
        yield from (argument.value for argument in call.args if argument.keyword == _STEPS)


def _is_one(file: File, value: tree.Expression) -> bool:
    """Whether every batch makes an update, so that nothing is divided."""
    return tree.integer_literal(resolved_expression(file.tree, value)) == 1


def _is_set(assign: tree.Assign) -> bool:
    """Whether an accelerator is given another number: `accelerator.gradient_accumulation_steps = 1`."""
    names = (tree.dotted(target) or "" for target in assign.targets)
    return any(name.endswith(f".{_STEPS}") and "accelerator" in name.lower() for name in names)
