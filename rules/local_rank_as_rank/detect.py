"""Ranks on a machine that a program takes for ranks among all processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS, PROCESS_INDICES
from torchlint.queries import View
from torchlint.syntax import tree

from .detect_one_machine import asks_for_one_machine, counts_one_machine, is_on_one_machine, sets_local_rank

if TYPE_CHECKING:
    from torchlint.queries import File

_GROUP = "torch.distributed.init_process_group"
_SPLIT = "datasets.distributed.split_dataset_by_node"
# Where functions are given a rank, and among how many: their places and keywords.
_RANKS = {
    _GROUP: ((4, "rank"), (3, "world_size")),
    _SPLIT: ((1, "rank"), (2, "world_size")),
    **dict.fromkeys(DISTRIBUTED_SAMPLERS, ((2, "rank"), (1, "num_replicas"))),
}
Known = Literal["certain", "suspected", ""]


@dataclass(frozen=True, slots=True, eq=False)
class LocalRank(View):
    """Where a process is numbered by its rank on its machine."""

    origin: View  # where that is asked for
    is_for_group: bool  # whether it is the rank in the process group, rather than of a share of samples
    is_certain: bool

    @property
    def is_asked_before(self) -> bool:
        """Whether another place of this file asks for the rank."""
        return self.origin.node is not self.node

    @property
    def effect(self) -> str:
        """What happens on several machines."""
        return "the group never forms" if self.is_for_group else "machines read the same samples"

    @property
    def instead(self) -> str:
        """What gives the rank among all processes."""
        if isinstance(self.origin.node, tree.Attribute) and self.origin.node.attr in PROCESS_INDICES.values():
            return f"`{View(self.file, self.origin.node.value)}.process_index`"
        return '`os.environ["RANK"]`' if self.is_for_group else "`dist.get_rank()`"


def local_ranks_as_ranks(file: File) -> Iterator[LocalRank]:
    """Each of them, in source order; none where all processes are on one machine."""
    if is_on_one_machine(file) or sets_local_rank(file):
        return
    for rank, size, is_for_group in _numberings(file):
        origin, known = _local_rank(file, rank)
        counted = _counts_all(file, size) if known else ""
        if origin is not None and known and counted and not asks_for_one_machine(file, rank):
            is_certain = known == counted == "certain"
            yield LocalRank(file, rank, View(file, origin), is_for_group, is_certain)


def _numberings(file: File) -> Iterator[tuple[tree.Expression, tree.Expression | None, bool]]:
    """What numbers processes, among how many; and whether that is their process group."""
    for call in file.tree.all(tree.Call):
        for name in file.names.spelled(call) & _RANKS.keys():
            (place, keyword), (at, counted) = _RANKS[name]
            rank, size = tree.argument(call, place, keyword), tree.argument(call, at, counted)
            if rank is not None:
                yield rank, size, name == _GROUP
        if tree.last_name(call.func) == "shard" and not file.facts.functions.get(call):
            index, count = tree.argument(call, 1, "index"), tree.argument(call, 0, "num_shards")
            if index is not None and count is not None:
                yield index, count, False
    for part in file.tree.all(tree.Subscript):
        if isinstance(part.index, tree.Slice) and part.index.lower is not None and part.index.step is not None:
            yield part.index.lower, part.index.step, False


def _local_rank(file: File, node: tree.Expression) -> tuple[tree.Node | None, Known]:
    """Where a number was asked for that is the rank on the own machine, and how surely it is that."""
    values = _values(file, node)
    if values and all(_is_local_rank(file, one) for one in values):
        return values[0], "suspected" if _may_be_set_elsewhere(file, node) else "certain"
    is_option = isinstance(node, tree.Attribute) and node.attr == "local_rank" and not values
    return (node, "suspected") if is_option and _is_option(file, "local_rank") else (None, "")


def _counts_all(file: File, node: tree.Expression | None) -> Known:
    """Whether a number is that of all processes, on all machines: so is what is left out."""
    if node is None:
        return "certain"
    values = _values(file, node)
    if values:
        is_known = not any(_is_projects_own(file, one) for one in values)
        return ("certain" if is_known else "suspected") if all(_is_world_size(file, one) for one in values) else ""
    return "suspected" if tree.last_name(node) == "world_size" else ""


def _values(file: File, node: tree.Expression) -> list[tree.Expression]:
    """What an expression may be, by what its name or attribute is assigned; empty where some of it is not seen."""
    found: list[tree.Expression] = []
    pending, seen = [node], {node}
    while pending:
        one = pending.pop()
        if not isinstance(one, (tree.Name, tree.Attribute)) or _is_known(file, one):
            found.append(one)
            continue
        assigned = _assigned(file, one)
        if not assigned:
            return []
        pending += [value for value in assigned if value not in seen]
        seen.update(assigned)
    return found


def _is_known(file: File, node: tree.Expression) -> bool:
    return _is_local_rank(file, node) or _is_world_size(file, node)


def _assigned(file: File, node: tree.Name | tree.Attribute) -> list[tree.Expression]:
    """What a name or attribute is assigned, where all of that is seen."""
    if isinstance(node, tree.Name):
        found = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
    else:
        cls, name = file.tree.above(node, tree.ClassDef), tree.dotted(node) or "-"
        within = cls if cls is not None and name.startswith("self.") else file.tree.scope(node)
        found = [one.value for one in assignments_to(file.tree, within, name)]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _may_be_set_elsewhere(file: File, node: tree.Expression) -> bool:
    """Whether an object is passed to a function, which may set its attribute: `args.rank` after `init(args)`."""
    root = tree.root_name(node) if isinstance(node, tree.Attribute) else None
    if root is None or root.id in ("self", "cls"):
        return False
    calls = file.tree.own(file.tree.scope(node), tree.Call)
    return any(isinstance(one.value, tree.Name) and one.value.id == root.id for call in calls for one in call.args)


def _is_projects_own(file: File, value: tree.Expression) -> bool:
    """Whether a function of the project counts the processes, without PyTorch."""
    functions = file.facts.functions.get(value, ()) if isinstance(value, tree.Call) else ()
    inner = (call for one in functions for call in one.unit.tree.inside(one.node, tree.Call))
    return bool(functions) and not any(tree.last_name(call.func) == "get_world_size" for call in inner)


def _is_local_rank(file: File, value: tree.Expression) -> bool:
    if isinstance(value, tree.Attribute):
        return f"{file.value(value.value).value.ref}.{value.attr}" in _LOCAL_INDICES
    if isinstance(value, tree.Call) and tree.last_name(value.func) == "get_node_local_rank":
        return True
    return _reads_variable(value, "LOCAL_RANK")


_LOCAL_INDICES = {f"{name.rpartition('.')[0]}.{local}" for name, local in PROCESS_INDICES.items()}


def _is_world_size(file: File, value: tree.Expression) -> bool:
    if isinstance(value, tree.Attribute):
        return f"{file.value(value.value).value.ref}.{value.attr}" == "accelerate.Accelerator.num_processes"
    if isinstance(value, tree.Call) and tree.last_name(value.func) == "get_world_size":
        functions = file.facts.functions.get(value, ())
        return not value.args and not any(counts_one_machine(one.unit.tree.text_of(one.node)) for one in functions)
    return _reads_variable(value, "WORLD_SIZE")


def _reads_variable(value: tree.Expression, variable: str) -> bool:
    """Whether an expression is a variable of the environment, as a number: `int(os.environ.get("RANK", 0))`.

    Another value, for where the variable is not set, is a number: `int(os.environ["RANK"]) if is_spread else 0`.
    """
    if isinstance(value, (tree.Conditional, tree.BoolOp)):
        either = value.values if isinstance(value, tree.BoolOp) else (value.body, value.orelse)
        ways = [one for one in either if tree.integer_literal(one) is None]
        return bool(ways) and all(_reads_variable(one, variable) for one in ways)
    if isinstance(value, tree.Subscript):
        return tree.last_name(value.value) == "environ" and tree.string_of(value.index) == variable
    if not isinstance(value, tree.Call) or not value.args:
        return False
    if tree.dotted(value.func) == "int" and len(value.args) == 1:
        return _reads_variable(value.args[0].value, variable)
    is_read = tree.last_name(value.func) == "getenv" or (tree.dotted(value.func) or "").endswith("environ.get")
    inner = (node for one in value.args[1:] for node in tree.walk(one.value))
    reads_other = any(isinstance(node, (tree.Call, tree.Subscript)) for node in inner)
    return is_read and tree.string_of(value.args[0].value) == variable and not reads_other


def _is_option(file: File, name: str) -> bool:
    """Whether the command line has an option of that name, which the launcher of PyTorch sets on each machine."""
    flags = (call for call in file.tree.all(tree.Call) if tree.last_name(call.func) == "add_argument" and call.args)
    return any((tree.string_of(call.args[0].value) or "").strip("-").replace("-", "_") == name for call in flags)
