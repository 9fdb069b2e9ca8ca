"""How functions that a DataLoader runs in each new worker seed its random generators."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_to
from torchlint.finding import Edit
from torchlint.queries import ExpressionView, View
from torchlint.queries.data import is_in_texts_of_program
from torchlint.syntax import tree

from .detect_drawing import seeds_for_nothing, seeds_what_is_not_drawn_from
from .detect_given import worker_functions
from .detect_worker_id import is_made_of_worker_id, is_worker_id

if TYPE_CHECKING:
    from torchlint.queries import File

# What is seeded, and the code that gives each worker another seed in each epoch.
_SEEDING = {
    "numpy.random.seed": "{} % 2**32",
    "random.seed": "{}",
    "torch.manual_seed": "{}",
}
_KEEPS_WORKERS = re.compile(r"persistent_workers(?!\s*=\s*False)")
_STATE = "numpy.random.get_state"
# Seeds that give NumPy's generator of the program itself, which workers copy, another state for each epoch.
_RENEWS_STATE = re.compile(r"random\.seed\((\)|[^()\n]*epoch)")


class WorkerSeed(View):
    """The first call in such a function that seeds a generator with what is the same in each epoch."""

    __slots__ = ("seeded",)

    def __init__(self, file: File, seeded: list[tree.Call]) -> None:
        super().__init__(file, seeded[0])
        object.__setattr__(self, "seeded", seeded)

    seeded: list[tree.Call]

    @property
    def seed(self) -> ExpressionView:
        node = self.seeded[0]
        return ExpressionView(self.file, node.args[0].value)

    @property
    def instead(self) -> str:
        """What to write."""
        if all(self.file.names.spelled_out(call.func) == "torch.manual_seed" for call in self.seeded):
            return "remove it, as PyTorch gives each worker a seed of its own"
        return "seed with `torch.initial_seed() % 2**32`"

    @property
    def fresh(self) -> tuple[Edit, ...]:
        """The edits that take the seed which torch has given the worker in this epoch."""
        found: list[Edit] = []
        for call in self.seeded:
            form = _SEEDING[self.file.names.spelled_out(call.func)]
            edits = self.file.value(call.args[0].value).writing(
                "torch.initial_seed",
                lambda written, call=call, form=form: self.file.value(call.args[0].value).put(
                    form.format(f"{written}()")
                ),  # type: ignore[misc]
            )
            if not edits:
                return ()
            found += edits
        return tuple(found)

    @property
    def workers_may_stay(self) -> bool:
        """Whether a loader of the project keeps its workers from epoch to epoch."""
        return is_in_texts_of_program(self.file, _KEEPS_WORKERS)


def worker_seeds(file: File) -> Iterator[WorkerSeed]:
    """What runs in this file's workers and seeds with what no epoch changes, in source order.

    That is a worker_init_fn, or a method of a dataset that asks for the number of the worker which it is run by.
    """
    seeding: dict[tree.Node, list[tree.Call]] = {}
    for call in file.tree.all(tree.Call):
        if len(call.args) == 1 and file.names.spelled_out(call.func) in _SEEDING:
            around = file.tree.above(call, tree.FunctionDef, tree.Lambda)
            if around is not None:
                seeding.setdefault(around, []).append(call)
    given = list(worker_functions(file)) if seeding else []
    for function, seeded in seeding.items():
        is_given = function in given or (isinstance(function, tree.FunctionDef) and function.name in given)
        if is_given:
            fixed = [call for call in seeded if _is_fixed(file, function, call.args[0].value)]
        else:
            fixed = [call for call in seeded if is_made_of_worker_id(file, call.args[0].value)]
        others = [call for call in seeded if call not in fixed]
        if not fixed or not all(_excludes(file, one, other) for one in fixed for other in others):
            continue  # other seeding beside it may include this generator
        if _is_of_renewed_state(file, fixed) or _is_given_epochs(file, function) or seeds_for_nothing(file, function):
            continue
        is_of_python = {file.names.spelled_out(call.func) for call in fixed} == {"random.seed"}
        if not (is_of_python and seeds_what_is_not_drawn_from(file, function)):
            yield WorkerSeed(file, fixed)


def _excludes(file: File, one: tree.Node, other: tree.Node) -> bool:
    """Whether a condition chooses one of two places."""
    ways, others = (file.tree.branches(node, tree.If) for node in (one, other))
    return any(others.get(choice, way) != way for choice, way in ways.items())


def _is_of_renewed_state(file: File, seeded: list[tree.Call]) -> bool:
    """Whether a seed is made of the state of NumPy's generator, which the program seeds afresh for each epoch."""
    calls = (node for call in seeded for node in tree.walk(call.args[0].value) if isinstance(node, tree.Call))
    is_of_state = any(file.names.spelled_out(call.func) == _STATE for call in calls)
    return is_of_state and is_in_texts_of_program(file, _RENEWS_STATE)


def _is_given_epochs(file: File, function: tree.Node) -> bool:
    """Whether a `partial` of the project gives a function something that is made of the epoch's number."""
    if not isinstance(function, tree.FunctionDef):
        return False
    gives = re.compile(rf"\bpartial\(\s*(\w+\.)*{function.name}\s*,[^)]*epoch")
    return is_in_texts_of_program(file, gives)


def _is_fixed(file: File, function: tree.Node, seed: tree.Expression, depth: int = 0) -> bool:
    """Whether a seed is made of constants, of what the function is given and of names from around it."""
    if is_worker_id(file, seed):
        return True
    for node in tree.walk(seed):
        if isinstance(node, tree.Call):
            if file.names.spelled_out(node.func) not in (_STATE, "int"):
                return False  # of torch.initial_seed(), get_worker_info() or the time
        elif "epoch" in getattr(node, "id", getattr(node, "attr", "")):
            return False
        elif isinstance(node, tree.Name):
            made = [one.value for one in assignments_to(file.tree, function, node.id) if one.value is not None]
            if made and (depth > 3 or not all(_is_fixed(file, function, value, depth + 1) for value in made)):
                return False
    return True
