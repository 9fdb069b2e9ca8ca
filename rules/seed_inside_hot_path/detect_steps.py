"""Seeds that functions set which a training loop calls in each pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.names import Names
from torchlint.knowledge.operations import full_names
from torchlint.knowledge.torch_api import canonical
from torchlint.queries.training import blamed_call, reached_by_steps
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_SEEDING = frozenset(("random.seed", "numpy.random.seed")) | full_names("seed", of="torch.random")


def seeds_of_steps(file: File, known: set[tree.Node]) -> Iterator[tuple[tree.Call, tree.Expression, tree.Node]]:
    """The calls in this file by which each pass sets a seed, with that number, and the loop, in source order.

    Only seeds that a function sets which the loop calls, by way of no call that is known to set one.
    """
    found: dict[tree.Call, tuple[tree.Expression, tree.Node]] = {}
    for loop, reached in reached_by_steps(file):
        path = reached.path
        if len(path) < 2 or not known.isdisjoint(path):
            continue
        if len(path[-1].args) != 1 or not _seeds(reached.syntax, path[-1]):
            continue
        seed = _written(file, path)
        if seed is not None:
            found.setdefault(blamed_call(file, path), (seed, loop))
    for call in sorted(found, key=lambda one: one.start):
        yield (call, *found[call])


def _seeds(syntax: tree.Tree, call: tree.Call) -> bool:
    return canonical(syntax.once_of_all(Names).spelled_out(call.func)) in _SEEDING


def _written(file: File, path: tuple[tree.Call, ...]) -> tree.Constant | None:
    """The number that calls hand on to the last of them, where one is written out, or is a default."""
    given: tree.Expression | None = path[-1].args[0].value
    for before in reversed(path[:-1]):
        if not isinstance(given, tree.Name):
            break
        function = next(iter(file.facts.functions.get(before, ())), None)
        given = function.passed_or_default(before).get(given.id) if function is not None else None
    is_number = isinstance(given, tree.Constant) and type(given.value) is int
    return given if is_number and isinstance(given, tree.Constant) else None
