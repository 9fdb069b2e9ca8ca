"""What is still a DataLoader's batch, or a part of it, and where its tensors are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import definitions_of, reaching_definitions
from torchlint.domain.values import Value
from torchlint.flow.facts import CallContext, LoopRun
from torchlint.knowledge.operations import columns_of, has_column
from torchlint.queries import devices, query
from torchlint.queries.data import LoaderView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_TENSORS = "torch.utils.data.TensorDataset"
_DEEPEST = 12


def stays_on_device(call: tree.Call) -> bool:
    """Whether a method gives a tensor that is where the tensor is whose method it is."""
    name = tree.last_name(call.func)
    if not columns_of(name) or has_column(name, "move", "fetch", "create-like"):
        return False
    return not any(argument.keyword == "device" for argument in call.args)


def loop_behind(file: File, node: tree.Node, where: CallContext, used: tree.Call) -> tree.For | None:
    """The loop over batches that an expression comes from without a move, perhaps in a function that calls this one."""
    unit = file.analysis.unit_of(node)
    syntax, depth, whole = unit.tree if unit is not None else file.tree, len(where.chain), False
    for _ in range(_DEEPEST):
        if isinstance(node, tree.Call):
            if not isinstance(node.func, tree.Attribute) or not stays_on_device(node):
                return None
            node = node.func.value
        elif isinstance(node, tree.Subscript):
            if not isinstance(node.index, (tree.Constant, tree.Slice)):
                return None
            node, whole = node.value, True
        elif isinstance(node, tree.BinaryOp):
            numbers = [_is_number(file, one) for one in (node.left, node.right)]
            if numbers.count(True) != 1:
                return None
            node = node.right if numbers[0] else node.left  # `images * 2 - 1` is where the images are
        elif isinstance(node, tree.Name):
            found = reaching_definitions(syntax, node)
            made = found[0] if len(found) == 1 else None
            if (
                made is None
                or (whole and _may_be_changed(syntax, node, made, used))
                or _is_filled(file, syntax, node, made.node)
            ):
                return None
            around = made.node if isinstance(made.node, tree.For) else syntax.scope(node)
            if assignments_to(syntax, around, f"{node.id}.data"):
                return None  # moved in place: `x.data = x.data.cuda()`
            if made.kind == "for" and isinstance(made.node, tree.For):
                return made.node if made.node in file.facts.batch_loops else None
            if made.kind == "parameter":
                depth -= 1
                call = where.chain[depth] if depth >= 0 else None
                given = _given(syntax, node, made.name, call) if isinstance(call, tree.Call) else None
                unit = file.analysis.unit_of(call) if call is not None else None
                if given is None or unit is None:
                    return None
                syntax, node = unit.tree, given
            elif made.kind == "assignment" and (source := made.value or made.source) is not None:
                whole = whole or made.value is None
                node = source
            else:
                return None
        else:
            return None
    return None


def _given(syntax: tree.Tree, name: tree.Name, parameter: str, call: tree.Call) -> tree.Expression | None:
    """What a call gives for a parameter of the function that a name is in."""
    function = syntax.above(name, tree.FunctionDef)
    return tree.passed_to(function, call).get(parameter) if isinstance(function, tree.FunctionDef) else None


def _is_number(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a number of Python's."""
    return isinstance(node, tree.Constant) or file.value(node).value.kind == "number"


def _may_be_changed(syntax: tree.Tree, batch: tree.Name, made: Definition, used: tree.Call) -> bool:
    """Whether its function may replace parts of a batch: it assigns to them, goes over them or passes it on."""
    for node in syntax.own(syntax.scope(batch), tree.Name):
        if node.id != batch.id or node.start >= used.start:
            continue
        if made not in reaching_definitions(syntax, node):
            continue  # the batch of another loop
        above = syntax.parents.get(node)
        if isinstance(above, (tree.Subscript, tree.Assign, tree.For, tree.Tuple)):
            outer = syntax.parents.get(above)
            if isinstance(outer, tree.Assign) and above in outer.targets and isinstance(above, tree.Subscript):
                return True
        elif isinstance(above, (tree.Attribute, tree.Argument)):
            return True
    return False


def _is_filled(file: File, syntax: tree.Tree, batch: tree.Name, made: tree.Node) -> bool:
    """Whether a loop, or a function that it calls, replaces parts of a batch: `batch[key] = batch[key].to(device)`."""
    if not isinstance(made, tree.For):
        return False
    if _has_items_assigned(syntax, made, batch.id):
        return True
    calls = (call for call in syntax.own(made, tree.Call) if any(_is_named(a.value, batch.id) for a in call.args))
    for call in calls:
        for function in file.facts.functions.get(call, ()):
            unit = file.analysis.unit_of(function.node)
            names = [one.name for one in function.node.parameters]
            if unit is not None and any(_has_items_assigned(unit.tree, function.node, one) for one in names):
                return True
    return False


def _has_items_assigned(syntax: tree.Tree, part: tree.Node, name: str) -> bool:
    """Whether code assigns to items of what is called so."""
    targets = (target for one in syntax.own(part, tree.Assign) for target in one.targets)
    return any(isinstance(one, tree.Subscript) and _is_named(one.value, name) for one in targets)


def _is_named(node: tree.Node, name: str) -> bool:
    return isinstance(node, tree.Name) and node.id == name


def makers_of(file: File, run: LoopRun) -> tuple[tree.Node, ...]:
    """Where the DataLoaders were made that a loop may go over; of one of several, `loaders[phase]`, all there are."""
    if run.batches_of or run.over is None or run.over.kind != "loader":
        return run.batches_of
    return _all_loaders(file)


@query
def _all_loaders(file: File) -> tuple[tree.Node, ...]:
    """Every call that makes a DataLoader, in all files of the program."""
    return tuple(
        call
        for unit in file.analysis.units
        if "DataLoader" in unit.mentioned
        for call, names in by_name(unit.tree).items()
        if "torch.utils.data.DataLoader" in names
    )


def gives_cpu_tensors(file: File, made: tree.Node) -> bool | None:
    """Whether a DataLoader's batches are on the CPU; None if its dataset, or what joins samples, is not seen."""
    unit = file.analysis.unit_of(made)
    if unit is None or not isinstance(made, tree.Call):
        return None
    loader = LoaderView(file, made)
    if devices.mentions_devices(unit.tree.text_of(made).replace("pin_memory_device", "")):
        return False
    known = [_on_cpu(file, dataset) for dataset in loader.whole_datasets]
    collate = loader.setting("collate_fn")
    joins = collate.value.ref if collate is not None else None
    if isinstance(joins, (Class, Function)) and devices.mentions_devices(joins.unit.tree.text_of(joins.node)):
        return False
    if collate is not None or loader.has_stars or not known:
        known.append(None)
    return False if False in known else None if None in known else True


def _on_cpu(file: File, dataset: Value) -> bool | None:
    """Whether the tensors of a dataset are on the CPU."""
    unit = file.analysis.unit_of(dataset.source) if dataset.source is not None else None
    made = _is_made_on_cpu(unit.tree, dataset.source, 0) if unit is not None and dataset.source is not None else None
    if made is False:
        return False  # it may be given a device, or a transform that moves
    if isinstance(dataset.ref, Class) and dataset.kind in ("dataset", "instance"):
        return not devices.mentions_devices(dataset.ref.unit.tree.text_of(dataset.ref.node))
    if dataset.kind != "dataset" or not isinstance(dataset.ref, str):
        return None
    return made if dataset.ref == _TENSORS else True


def _is_made_on_cpu(syntax: tree.Tree, node: tree.Node, depth: int) -> bool | None:
    """Whether nothing that an expression is made of mentions a device; None if a part of it is not seen."""
    if depth > _DEEPEST or devices.mentions_devices(syntax.text_of(node)):
        return False
    answers: list[bool | None] = []
    for name in tree.walk(node):
        if isinstance(name, tree.Name):
            for one in definitions_of(syntax, name):
                source = one.value or one.source
                answers.append(None if one.kind == "parameter" else True)
                if source is not None and name not in tree.walk(source):
                    answers.append(_is_made_on_cpu(syntax, source, depth + 1))
    return False if False in answers else None if None in answers else True
