"""Seeds that a helper of the project sets: `set_seed(42)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import is_rebound_in
from torchlint.knowledge.call_names import KEEPS_STATES
from torchlint.knowledge.operations import full_names
from torchlint.queries import checkpoints
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.symbols import Function
    from torchlint.queries import File

_SEEDS = frozenset(("random.seed", "numpy.random.seed", *full_names("seed", of="torch.random")))


def seed_given(file: File, call: tree.Call) -> tree.Expression | None:
    """The seed that a call gives to a function of the project which seeds global generators with it."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef) or any(a.star for a in call.args):
        return None
    seeding = _seeding(function)
    for parameter in function.node.parameters if seeding else ():
        if parameter.name in seeding:
            given = checkpoints.FunctionCall(file.tree, call, function.node).given(parameter)
            return given if given is not None else parameter.default
    return None


def _seeding(function: Function) -> set[str]:
    """The names that a function gives to what seeds a generator, whatever happens."""
    if not isinstance(function.node, tree.FunctionDef):
        return set()
    syntax = function.unit.tree
    names = by_name(syntax)
    if any(tree.last_name(n) in KEEPS_STATES for n in tree.walk(function.node)):
        return set()  # a context manager that gives the state back
    found = set[str]()
    for call in syntax.inside(function.node, tree.Call):
        is_seed = len(call.args) == 1 and not _SEEDS.isdisjoint(names.get(call, ()))
        if is_seed and isinstance(call.args[0].value, tree.Name):
            name = call.args[0].value.id
            is_given = not any(is_rebound_in(syntax, name, one) for one in function.node.body)
            if is_given and syntax.parents.get(syntax.statement(call)) is function.node:
                found.add(name)
    return found
