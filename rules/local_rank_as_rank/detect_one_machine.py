"""What shows that a program runs on one machine, or that `LOCAL_RANK` is what it sets itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.knowledge.ranks import MACHINE_NUMBERS
from torchlint.queries import distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_VARIABLE = "LOCAL_RANK"
# Addresses at which all processes are on one machine.
_ONE_MACHINE = ("localhost", "127.0.0.1", "--standalone", "file:///tmp/")
# What counts the machines, and the processes of one.
_MACHINES = ("nnodes", "num_nodes", "num_machines")
_OF_ONE_MACHINE = ("local_world_size", "local_size", "device_count", "nproc_per_node")


def is_on_one_machine(file: File) -> bool:
    """Whether all processes meet at the machine's own address, or the file starts them without a `node_rank`."""
    if any(address in file.text for address in _ONE_MACHINE):
        return True
    return distributed.starts_its_processes(file) and MACHINE_NUMBERS.isdisjoint(file.analysis.units[0].mentioned)


def asks_for_one_machine(file: File, node: tree.Node) -> bool:
    """Whether an expression is evaluated only, or the file goes on only, if there is one machine.

    So say `assert world_size == local_world_size` and `if num_nodes > 1: raise ...`.
    """
    around = (one.test for one in file.tree.around(node) if isinstance(one, tree.If))
    return file.tree.once_of_all(_refuses_machines) or any(_counts_machines(file.tree, test) for test in around)


def _refuses_machines(syntax: tree.Tree) -> bool:
    asserted = [one.test for one in syntax.all(tree.Assert)]
    refused = [one.test for one in syntax.all(tree.If) if isinstance(one.body[-1], tree.Raise) or _exits(one)]
    return any(_counts_machines(syntax, test) for test in (*asserted, *refused))


def _exits(condition: tree.If) -> bool:
    last = condition.body[-1]
    return any(tree.last_name(call.func) == "exit" for call in tree.walk(last) if isinstance(call, tree.Call))


def _counts_machines(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a test asks for the number of machines, or compares processes with those of one machine."""
    if any(name in syntax.text_of(test).lower() for name in _MACHINES):
        return True
    return any(_compares_with_one(syntax, node) for node in tree.walk(test) if isinstance(node, tree.Compare))


def _compares_with_one(syntax: tree.Tree, compare: tree.Compare) -> bool:
    sides = [side for side in (compare.left, *compare.comparators) if tree.integer_literal(side) is None]
    counts = [side for side in sides if counts_one_machine(syntax.text_of(side))]
    others = [side for side in sides if side not in counts and "rank" not in syntax.text_of(side).lower()]
    return bool(counts) and bool(others)  # the rank is compared with a count of GPUs to choose one of them


def counts_one_machine(text: str) -> bool:
    """Whether code asks how many processes, or GPUs, there are on its machine."""
    return any(name in text.lower() for name in _OF_ONE_MACHINE)


def sets_local_rank(file: File) -> bool:
    """Whether the program itself sets `LOCAL_RANK`, to whatever number."""
    return any(_sets(unit.tree) for unit in distributed.program_units(file))


def _sets(syntax: tree.Tree) -> bool:
    targets = (target for one in syntax.all(tree.Assign) for target in tree.targets(one))
    if any(isinstance(one, tree.Subscript) and tree.string_of(one.index) == _VARIABLE for one in targets):
        return True
    for call in syntax.all(tree.Call):
        name, given = tree.dotted(call.func) or "", [one.value for one in call.args]
        if name.endswith("environ.update"):
            keys = [tree.string_of(key) for one in given if isinstance(one, tree.Dict) for key in one.keys]
            if _VARIABLE in keys or any(one.keyword == _VARIABLE for one in call.args):
                return True
        # What is set by default only, to a number, is for runs without a launcher.
        if name.endswith(("environ.setdefault", "putenv")) and len(given) > 1 and tree.string_of(given[0]) == _VARIABLE:
            if not isinstance(given[1], tree.Constant):
                return True
    return False
