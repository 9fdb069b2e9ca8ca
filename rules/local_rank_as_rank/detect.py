"""Ranks on a machine that a program takes for ranks among all processes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_to
from torchlint.binding.use_def import reaching_definitions
from torchlint.knowledge.call_names import DISTRIBUTED_SAMPLERS, PROCESS_INDICES
from torchlint.knowledge.ranks import MACHINE_NUMBERS
from torchlint.queries import View, distributed
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Addresses at which all processes are on one machine.
_ONE_MACHINE = ("localhost", "127.0.0.1", "--standalone")
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
    if any(address in file.text for address in _ONE_MACHINE) or _sets_local_rank(file.tree):
        return
    if distributed.starts_its_processes(file) and MACHINE_NUMBERS.isdisjoint(file.analysis.units[0].mentioned):
        return
    for rank, size, is_for_group in _numberings(file):
        origin, known = _local_rank(file, rank)
        counted = _counts_all(file, size) if known else ""
        if origin is not None and known and counted:
            is_certain = known == counted == "certain"
            yield LocalRank(file, rank, View(file, origin), is_for_group, is_certain)


def _sets_local_rank(syntax: tree.Tree) -> bool:
    """Whether the program itself sets `LOCAL_RANK`, to whatever number."""
    targets = (target for one in syntax.all(tree.Assign) for target in tree.targets(one))
    return any(isinstance(one, tree.Subscript) and tree.string_of(one.index) == "LOCAL_RANK" for one in targets)


def _numberings(file: File) -> Iterator[tuple[tree.Expression, tree.Expression | None, bool]]:
    """What numbers processes, among how many; and whether that is their process group."""
    for call in file.tree.all(tree.Call):
        for name in file.names.spelled(call) & _RANKS.keys():
            (place, keyword), (at, counted) = _RANKS[name]
            rank, size = _given(call, place, keyword), _given(call, at, counted)
            if rank is not None:
                yield rank, size, name == _GROUP
        if tree.last_name(call.func) == "shard" and (index := _given(call, 1, "index")) is not None:
            yield index, _given(call, 0, "num_shards"), False
    for part in file.tree.all(tree.Subscript):
        if isinstance(part.index, tree.Slice) and part.index.lower is not None and part.index.step is not None:
            yield part.index.lower, part.index.step, False


def _given(call: tree.Call, place: int, keyword: str) -> tree.Expression | None:
    named = (argument.value for argument in call.args if argument.keyword == keyword)
    return next(named, None) or tree.positional(call, place)


def _local_rank(file: File, node: tree.Expression) -> tuple[tree.Node | None, Known]:
    """Where a number was asked for that is the rank on the own machine, and how surely it is that."""
    values = _values(file, node)
    if values and all(_is_local_rank(file, one) for one in values):
        return values[0], "certain"
    is_option = isinstance(node, tree.Attribute) and node.attr == "local_rank" and not values
    return (node, "suspected") if is_option and _is_option(file, "local_rank") else (None, "")


def _counts_all(file: File, node: tree.Expression | None) -> Known:
    """Whether a number is that of all processes, on all machines: so is what is left out."""
    if node is None:
        return "certain"
    values = _values(file, node)
    if values:
        return "certain" if all(_is_world_size(file, one) for one in values) else ""
    return "suspected" if tree.last_name(node) == "world_size" else ""


def _values(file: File, node: tree.Expression) -> list[tree.Expression]:
    """What an expression may be: what its name or attribute is assigned; empty where that is not seen."""
    if isinstance(node, tree.Name):
        found = [one.value if one is not None else None for one in reaching_definitions(file.tree, node)]
    elif isinstance(node, tree.Attribute) and not _is_local_rank(file, node) and not _is_world_size(file, node):
        cls, name = file.tree.above(node, tree.ClassDef), tree.dotted(node) or "-"
        within = cls if cls is not None and name.startswith("self.") else file.tree.scope(node)
        found = [one.value for one in assignments_to(file.tree, within, name)]
    else:
        found = [node]
    known = [one for one in found if one is not None]
    if len(known) != len(found):
        return []
    return [inner for one in known for inner in ([one] if not _is_plain_name(one, node) else _values(file, one))]


def _is_plain_name(value: tree.Expression, node: tree.Expression) -> bool:
    """Whether a value is another name, to be looked up in its turn."""
    return isinstance(value, (tree.Name, tree.Attribute)) and tree.dotted(value) != tree.dotted(node)


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
        return not value.args
    return _reads_variable(value, "WORLD_SIZE")


def _reads_variable(value: tree.Expression, variable: str) -> bool:
    """Whether an expression is a variable of the environment, as a number: `int(os.environ.get("RANK", 0))`."""
    if any(isinstance(node, tree.BinaryOp) for node in tree.walk(value)):
        return False
    texts = {node.value for node in tree.walk(value) if isinstance(node, tree.Constant) and isinstance(node.value, str)}
    is_read = any(tree.last_name(node) in ("environ", "getenv") for node in tree.walk(value))
    return is_read and variable in texts and not any("RANK" in text and text != variable for text in texts)


def _is_option(file: File, name: str) -> bool:
    """Whether the command line has an option of that name, which the launcher of PyTorch sets on each machine."""
    flags = (call for call in file.tree.all(tree.Call) if tree.last_name(call.func) == "add_argument" and call.args)
    return any((tree.string_of(call.args[0].value) or "").strip("-").replace("-", "_") == name for call in flags)
