"""Ranks among all processes that a program takes for the number of a device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.knowledge.call_names import PROCESS_INDICES
from torchlint.knowledge.ranks import MACHINE_NUMBERS
from torchlint.queries import View, devices, distributed, gradients
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# Arguments that are indices of devices: of DistributedDataParallel and `barrier`, of FSDP and `init_process_group`.
_DEVICES = frozenset(("device_ids", "output_device", "device_id"))
# Addresses at which all processes are on one machine.
_ONE_MACHINE = ("localhost", "127.0.0.1")


@dataclass(frozen=True, slots=True, eq=False)
class RankAsDevice(View):
    """Where a device is taken by the rank."""

    origin: tree.Node

    @property
    def rank(self) -> View:
        """Where the rank is asked for."""
        return View(self.file, self.origin)

    @property
    def is_asked_before(self) -> bool:
        """Whether another place of this file asks for the rank."""
        return self.origin is not self.node and self.file.holds(self.origin)

    @property
    def on_machine(self) -> str:
        """What gives the number on the own machine instead, as one writes it there."""
        told = _told_by_library(self.file, self.origin)
        return f"{View(self.file, told[0])}.{told[1]}" if told is not None else 'int(os.environ["LOCAL_RANK"])'


def ranks_as_devices(file: File) -> Iterator[RankAsDevice]:
    """The first device that is taken by each rank, in source order; none where all processes are on one machine."""
    if any(address in file.text for address in _ONE_MACHINE):
        return
    is_of_one = distributed.starts_its_processes(file) and MACHINE_NUMBERS.isdisjoint(file.analysis.units[0].mentioned)
    if is_of_one:
        return
    calls = file.tree.all(tree.Call)
    found = set[tree.Node]()
    for use in _indices(file, calls):
        origin = _global_rank(file, use)
        if origin is not None and origin not in found:
            found.add(origin)
            yield RankAsDevice(file, use, origin)


def _indices(file: File, calls: list[tree.Call]) -> Iterator[tree.Node]:
    """The expressions that number a device."""
    is_named = "cuda:" in file.text
    for call in calls:
        for argument in call.args:
            if argument.keyword in _DEVICES:
                listed = argument.value
                yield from listed.elements if isinstance(listed, (tree.List, tree.Tuple)) else [listed]
            elif argument.keyword == "device_map" and isinstance(argument.value, tree.Dict):
                yield from argument.value.values  # `{"": index}`: where from_pretrained puts which modules
        names = file.names.spelled(call)
        if "torch.cuda.set_device" in names and call.args:
            yield call.args[0].value
        elif "torch.device" in names and call.args:
            yield from (argument.value for argument in call.args[1:2])
        if is_named:
            indices = (devices.cuda_index(file.tree, argument.value) for argument in call.args)
            yield from (index for index in indices if index is not None)


def _global_rank(file: File, node: tree.Node) -> tree.Node | None:
    """Where a number was asked for that is surely a rank among all processes."""
    if isinstance(node, tree.Name):
        reaching = reaching_definitions(file.tree, node)
        values = [one.value if one is not None else None for one in reaching]
        if values == [None] and reaching[0] is not None:
            values = _unpacked(file, reaching[0])
    elif isinstance(node, tree.Attribute) and _told_by_library(file, node) is None:
        cls = file.tree.above(node, tree.ClassDef)
        name = tree.dotted(node) or "-"
        # An attribute of a configuration is looked for in the function that has it: `args.rank = dist.get_rank()`.
        within = cls if cls is not None and name.startswith("self.") else file.tree.scope(node)
        given = assignments_to(file.tree, within, name)
        values = [one.value for one in given]
    else:
        values = [node]
    values = [made for value in values for made in (_returned(file, value) or [value])]
    asked = [value for value in values if value is not None and _is_global_rank(file, value)]
    return asked[0] if asked and len(asked) == len(values) else None


def _returned(file: File, value: tree.Node | None) -> list[tree.Node | None]:
    """What the function of this file returns that a call leads to: `rank = set_up()`; empty for other expressions."""
    if not isinstance(value, tree.Call) or tree.last_name(value.func) == "get_rank":
        return []
    returned = gradients.returned_expressions(file, value)
    return [resolved_expression(file.tree, one) for one in returned]


def _unpacked(file: File, one: Definition) -> list[tree.Node | None]:
    """What a function of the project returns for a name that a call is unpacked to: `rank, size = set_up()`."""
    targets = one.node.targets if isinstance(one.node, tree.Assign) else []
    call = one.node.value if isinstance(one.node, tree.Assign) else None
    functions = file.facts.functions.get(call, set()) if isinstance(call, tree.Call) else set()
    if len(targets) != 1 or not isinstance(targets[0], tree.Tuple) or one.target not in targets[0].elements:
        return [None]
    if any(isinstance(target, tree.Starred) for target in targets[0].elements):
        return [None]  # which of the parts it is depends on their number
    if any(function.has_other_result for function in functions):
        return [None]
    position, found = targets[0].elements.index(one.target), list[tree.Node | None]()
    for function in functions:
        for returned in function.unit.tree.own(function.node, tree.Return):
            is_tuple = isinstance(returned.value, tree.Tuple) and position < len(returned.value.elements)
            value = returned.value.elements[position] if isinstance(returned.value, tree.Tuple) and is_tuple else None
            found.append(resolved_expression(function.unit.tree, value) if value is not None else None)
    return found or [None]


def _told_by_library(file: File, node: tree.Node) -> tuple[tree.Node, str] | None:
    """The object of a library that tells the index of a process among all, and its name for the local one."""
    if not isinstance(node, tree.Attribute):
        return None
    by = file.value(node.value).value.ref
    local = PROCESS_INDICES.get(f"{by}.{node.attr}")
    return (node.value, local) if local is not None else None


def _is_global_rank(file: File, value: tree.Node) -> bool:
    """Whether an expression is a rank among all processes, as it is or with a number for one process."""
    if isinstance(value, tree.Conditional) and isinstance(value.orelse, tree.Constant):
        return _is_global_rank(file, value.body)
    if _told_by_library(file, value) is not None:
        return True
    if isinstance(value, tree.Call) and tree.last_name(value.func) == "get_rank":
        return not value.args
    if _counts_nodes(value):
        return True
    is_read = any(tree.last_name(node) in ("environ", "getenv") for node in tree.walk(value))
    texts = [node.value for node in tree.walk(value) if isinstance(node, tree.Constant) and isinstance(node.value, str)]
    names = [text for text in texts if not text.lstrip("-").isdigit()]  # `os.environ.get("RANK", "0")`
    is_sum = any(isinstance(node, tree.BinaryOp) for node in tree.walk(value))
    return is_read and names == ["RANK"] and not is_sum


def _counts_nodes(value: tree.Node) -> bool:
    """Whether a rank is computed of the machine's number: `node_rank * gpus + local_rank`."""
    if not isinstance(value, tree.BinaryOp) or value.op != "+":
        return False
    products = [side for side in (value.left, value.right) if isinstance(side, tree.BinaryOp) and side.op == "*"]
    names = {tree.last_name(side) for product in products for side in (product.left, product.right)}
    return not names.isdisjoint(MACHINE_NUMBERS)
