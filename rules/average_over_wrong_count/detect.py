"""Sums over the batches of a loader that are divided by a number of something else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from torchlint.binding.use_def import only_definition, reaching_definition, reaching_definitions, resolved_expression
from torchlint.knowledge.naming_conventions import names_loss
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View, data, losses, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

Unit = Literal["batches", "samples"]
_DEEPEST = 8  # calls and names for names
_NAMES_DATA = re.compile(r"data|set(s\b|\b)|samples", re.IGNORECASE)


@dataclass(frozen=True, slots=True, eq=False)
class Added:
    """A statement that adds to a sum: `total += loss`, `total = total + loss`."""

    node: tree.Node
    target: tree.Expression  # the sum, where the statement reads it
    value: tree.Expression

    @property
    def start(self) -> int:
        """Where the statement begins."""
        return self.node.start

    @property
    def end(self) -> int:
        """Where the statement ends."""
        return self.node.end


@dataclass(frozen=True, slots=True, eq=False)
class WrongAverage(View):
    """A division of a sum over batches."""

    total: tree.Expression
    added: Added
    loader: str  # as it is written
    adds: Unit  # of which each has one summand
    is_proven: bool  # whether the loader is known, or what is counted is of a whole batch

    @property
    def sum(self) -> ExpressionView:
        """What is divided."""
        return ExpressionView(self.file, self.total)

    @property
    def summand(self) -> View:
        """Where something is added in each pass."""
        return View(self.file, self.added.node)


def wrong_averages(file: File) -> Iterator[WrongAverage]:
    """One for each division, in source order."""
    for division, divided, by in divisions(file):
        if isinstance(division, tree.BinaryOp) and isinstance(file.tree.parents.get(division), tree.BinaryOp):
            continue  # `total / n * batch_size` is not an average yet
        average = _wrong_average(file, division, divided, by) or _wrong_average_of_all(file, division, divided, by)
        if average is not None:
            yield average


def _wrong_average(
    file: File, division: tree.Node, divided: tree.Expression, by: tree.Expression
) -> WrongAverage | None:
    """A division of a sum by a length that is not the number of its summands."""
    total = divided_sum(divided)
    name = place_of(file, total)
    loop = loop_before(file, division, name) if name is not None else None
    if total is None or name is None or loop is None:
        return None
    length = _length(file, loop, by)
    if length is None or _is_batch_of_one(file, loop.iter) or _calls_its_variable(loop):
        return None
    loader, unit = length
    added = list(sums_in(file, loop, name))
    known = [added_unit(file, node) or _unit_of_any_mean(file, node) for node in added]
    units = {one or _unit_of_given_loss(file, node) for one, node in zip(known, added)}
    adds = units.pop()
    if units or adds is None or adds == unit:
        return None
    is_of_loss = all(added_unit(file, one) or "loss" in file.tree.text_of(one.value).lower() for one in added)
    is_proven = (
        loop in file.facts.batch_loops and is_of_loss and None not in known
    )  # a score may be of an evaluation image by image
    return WrongAverage(file, division, total, added[0], loader, adds, is_proven)


def _wrong_average_of_all(
    file: File, division: tree.Node, divided: tree.Expression, by: tree.Expression
) -> WrongAverage | None:
    """The same for a sum that is written in one: `sum(loss_of(model(x), y).item() for x, y in loader)`."""
    made = resolved_expression(file.tree, divided)
    is_one = isinstance(made, tree.Call) and len(made.args) == 1
    terms = resolved_expression(file.tree, made.args[0].value) if isinstance(made, tree.Call) and is_one else None
    if not isinstance(made, tree.Call) or tree.dotted(made.func) != "sum" or not isinstance(terms, tree.Comprehension):
        return None
    clause = terms.clauses[0]
    length = _length(file, clause, by) if len(terms.clauses) == 1 and not clause.ifs else None
    if length is None or _is_batch_of_one(file, clause.iter):
        return None
    added = Added(terms, made, terms.element)
    adds, (loader, unit) = added_unit(file, added), length
    if adds is None or adds == unit:
        return None
    is_proven = file.value(data.iterated_loader(file, clause.iter)).value.kind == "loader"
    return WrongAverage(file, division, divided, added, loader, adds, is_proven)


def _length(file: File, loop: tree.For | tree.Clause, by: tree.Expression) -> tuple[str, Unit] | None:
    """The loader that a loop iterates over, as it is written, and which of its parts a number counts."""
    iterated = data.iterated_loader(file, loop.iter)
    loader = place_of(file, iterated)
    if loader is None:
        return None
    if _is_size_of_part(file, by, iterated):
        return loader, "samples"
    counted = tree.dotted(by)
    counts = sums_in(file, loop, counted) if isinstance(loop, tree.For) and counted is not None else ()
    added = [one.value for one in counts]
    if added:  # seen += y.size(0)
        return (loader, "samples") if all(map(is_batch_size, added)) else None
    length = loader_of_length(by) or loader_of_length(resolved_expression(file.tree, by))
    if length is None or length[0] == loader:
        return length
    made = resolved_expression(file.tree, iterated)
    if not isinstance(made, tree.Call) or not made.args or tree.last_name(made.func) != "DataLoader":
        return None
    is_of_it = tree.dotted(made.args[0].value) == length[0] and length[1] == "batches"  # len(dataset)
    return (loader, "samples") if is_of_it else None


def _is_size_of_part(file: File, by: tree.Expression, iterated: tree.Node) -> bool:
    """Whether a number is how many samples a part has: `sizes[phase]` of `sizes = {x: len(data[x]) for x in parts}`.

    The loader is that of the same part: `loaders[phase]`.
    """
    if not isinstance(by, tree.Subscript) or not isinstance(iterated, tree.Subscript):
        return False
    if file.tree.text_of(by.index) != file.tree.text_of(iterated.index):
        return False
    counted = _made_for_each(file, by)
    if not isinstance(counted, tree.Call) or tree.dotted(counted.func) != "len":
        return False
    if len(counted.args) == 1 and tree.last_name(counted.args[0].value) == "dataset":
        return True  # `len(loaders[x].dataset)`
    text, loaders = file.tree.text_of(file.tree.parents[counted]), file.tree.text_of(iterated.value)
    is_of_loaders = re.search(rf"(?<![\w.]){re.escape(loaders)}\b", text) is not None or "loader" in text.lower()
    return not is_of_loaders and _NAMES_DATA.search(text) is not None


def _made_for_each(file: File, entry: tree.Node) -> tree.Expression | None:
    """What an entry of a dict is made by that a comprehension makes: `len(data[x])` of `sizes[phase]`."""
    of = entry.value if isinstance(entry, tree.Subscript) else None
    made = only_definition(file.tree, of) if isinstance(of, tree.Name) else None
    value = made.value if made is not None else None
    return value.value if isinstance(value, tree.Comprehension) and value.kind == "dict" else None


def is_batch_size(node: tree.Expression) -> bool:
    """Whether a number is the first size of a tensor: `y.size(0)`, `len(y)`, `y.shape[0]`."""
    if isinstance(node, tree.Subscript):
        return tree.last_name(node.value) == "shape" and tree.integer_literal(node.index) == 0
    if not isinstance(node, tree.Call) or len(node.args) != 1:
        return False
    if tree.dotted(node.func) == "len":
        return True
    is_size = isinstance(node.func, tree.Attribute) and node.func.attr == "size"
    return is_size and tree.integer_literal(node.args[0].value) == 0


def _calls_its_variable(loop: tree.For) -> bool:
    """Whether a loop goes over models or functions, which it calls, and not over batches."""
    names = {node.id for node in tree.walk(loop.target) if isinstance(node, tree.Name)}
    calls = (node for statement in loop.body for node in tree.walk(statement) if isinstance(node, tree.Call))
    return any(isinstance(call.func, tree.Name) and call.func.id in names for call in calls)


def divided_sum(node: tree.Expression) -> tree.Expression | None:
    """The sum itself, in `100 * total`, `float(total)` or `total.item()`."""
    while True:
        if isinstance(node, tree.BinaryOp) and node.op == "*":
            node = node.right if isinstance(node.left, tree.Constant) else node.left
        elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not node.args:
            node = node.func.value
        elif isinstance(node, tree.Call) and tree.dotted(node.func) == "float" and node.args:
            node = node.args[0].value
        else:
            return node if isinstance(node, (tree.Name, tree.Attribute, tree.Subscript)) else None


def place_of(file: File, node: tree.Expression | None) -> str | None:
    """The name, attribute or entry that holds a sum, or a loader: `total`, `self.total`, `sums["loss"]`."""
    if isinstance(node, tree.Subscript) and isinstance(node.index, (tree.Constant, tree.Name)):
        return file.tree.text_of(node) if tree.dotted(node.value) is not None else None
    return tree.dotted(node) if node is not None else None


def loader_of_length(node: tree.Expression) -> tuple[str, Unit] | None:
    """The loader of `len(loader)` or `len(loader.dataset)`, as it is written, and what is counted."""
    if isinstance(node, tree.Call) and tree.dotted(node.func) == "float" and node.args:
        node = node.args[0].value
    of = _counted(node) if isinstance(node, tree.Call) else None
    name = (tree.dotted(of) or "") if of is not None else ""
    loader = name.removesuffix(".dataset")
    return (loader, "samples" if loader != name else "batches") if name else None


def _counted(call: tree.Call) -> tree.Expression | None:
    """What `len(x)` or `x.__len__()` counts."""
    if isinstance(call.func, tree.Attribute) and call.func.attr == "__len__":
        return call.func.value
    return call.args[0].value if tree.dotted(call.func) == "len" and len(call.args) == 1 else None


def divisions(file: File) -> Iterator[tuple[tree.Node, tree.Expression, tree.Expression]]:
    """Each division, also by `/=`, with what is divided and by what, in source order."""
    parts: list[tuple[tree.Node, tree.Expression, tree.Expression]] = []
    parts += [(n, n.left, n.right) for n in file.tree.all(tree.BinaryOp) if n.op == "/"]
    parts += [(n, n.target, n.value) for n in file.tree.all(tree.AugmentedAssign) if n.op.rstrip("=") == "/"]
    yield from sorted(parts, key=lambda one: one[0].start)


def loop_before(file: File, division: tree.Node, name: str) -> tree.For | None:
    """The last loop before a division, in the same function, that adds to a sum."""
    adding = _sums(file).get((file.tree.scope(division), name), {})
    loops = (one for one in adding if one.end <= division.start and any(True for _ in sums_in(file, one, name)))
    return max(loops, key=lambda loop: loop.end, default=None)


def sums_in(file: File, loop: tree.For, name: str) -> Iterator[Added]:
    """The `name += ...` and `name = name + ...` of a loop's own body."""
    for node in _sums(file).get((file.tree.scope(loop), name), {}).get(loop, ()):
        if not _varies(file, loop, node.target):
            yield node


@query
def _sums(file: File) -> dict[tuple[tree.Node, str], dict[tree.For, list[Added]]]:
    """What is added to each name of each function, by the loop whose own body does so."""
    found: dict[tuple[tree.Node, str], dict[tree.For, list[Added]]] = {}
    parts = [Added(n, n.target, n.value) for n in file.tree.all(tree.AugmentedAssign) if n.op.rstrip("=") == "+"]
    parts += [one for node in file.tree.all(tree.Assign) if (one := _added_to_itself(file, node)) is not None]
    for one in sorted(parts, key=lambda added: added.start):
        name, loop = place_of(file, one.target), file.tree.above(one.node, *tree.Loops, *tree.Scope)
        if name is not None and isinstance(loop, tree.For):
            found.setdefault((file.tree.scope(one.node), name), {}).setdefault(loop, []).append(one)
    return found


def _added_to_itself(file: File, node: tree.Assign) -> Added | None:
    """What `total = total + loss` adds."""
    made, name = node.value, place_of(file, node.targets[0])
    if not isinstance(made, tree.BinaryOp) or made.op != "+" or name is None or len(node.targets) != 1:
        return None
    if place_of(file, made.left) == name:
        return Added(node, made.left, made.right)
    return Added(node, made.right, made.left) if place_of(file, made.right) == name else None


def added_unit(file: File, added: Added) -> Unit | None:
    """Of what there is one summand each: a mean for each batch, or a count of its samples."""
    node: tree.Node | None = added.value
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node) if node is not None else None
        if not isinstance(node, tree.Call):
            return None
        if any(node is loss.node for loss in losses.mean_losses(file)):
            return "batches"
        if (name := tree.last_name(node.func)) in ("sum", "mean"):
            of_each = _operand(node)
            each: Unit = "samples" if name == "sum" else "batches"
            return each if of_each is not None and _compares(file, of_each) else None
        node = _operand(node) if _keeps_number(node) else _returned(file, node)
    return None


def _returned(file: File, call: tree.Call) -> tree.Node | None:
    """What the one function of this file that a call leads to returns, in its one `return`."""
    functions = list(file.facts.functions.get(call, ()))
    if len(functions) != 1 or not file.holds(functions[0].node):
        return None
    returns = file.tree.own(functions[0].node, tree.Return)
    return returns[0].value if len(returns) == 1 else None


def _unit_of_any_mean(file: File, added: Added) -> Unit | None:
    """The same for a mean of whatever, over the whole batch: no dimension is given."""
    node: tree.Node | None = added.value
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node) if node is not None else None
        if not isinstance(node, tree.Call):
            return None
        if tree.last_name(node.func) == "mean":
            return "batches" if _operand(node) is not None else None
        node = _operand(node) if _keeps_number(node) else None
    return None


def _unit_of_given_loss(file: File, added: Added) -> Unit | None:
    """The same for what a parameter computes that is called a loss, or a criterion: most return a mean."""
    node: tree.Node | None = added.value
    for _ in range(_DEEPEST):
        node = resolved_expression(file.tree, node) if node is not None else None
        if not isinstance(node, tree.Call):
            return None
        if isinstance(node.func, tree.Name) and len(node.args) == 2:
            found = reaching_definition(file.tree, node.func)
            is_given = found is not None and found.kind == "parameter" and file.value(node.func).value.kind == "unknown"
            return "batches" if is_given and names_loss(node.func.id) else None
        node = _operand(node) if _keeps_number(node) else _returned(file, node)
    return None


def _keeps_number(call: tree.Call) -> bool:
    """Whether a call gives the number that it is given: `loss.item()`, `float(loss)`, `loss.detach()`, `loss.cpu()`."""
    name = tree.last_name(call.func)
    return name in ("float", "int", "detach") or has_column(name, "fetch", "cast", "cast-float", "move")


def _operand(call: tree.Call) -> tree.Node | None:
    """The tensor of `x.f()` or of `f(x)` and `torch.f(x)`, where that is all that the call is given."""
    if len(call.args) == 1:
        return call.args[0].value
    return call.func.value if isinstance(call.func, tree.Attribute) and not call.args else None


def _compares(file: File, node: tree.Node) -> bool:
    """Whether an expression is true for each sample that is right: `predicted == labels`, `predicted.eq(labels)`."""
    node = resolved_expression(file.tree, node)
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and not node.args:
        node = resolved_expression(file.tree, node.func.value)
    if isinstance(node, tree.Compare):
        return node.ops == ["=="]
    return isinstance(node, tree.Call) and tree.last_name(node.func) == "eq"


def _varies(file: File, loop: tree.For, entry: tree.Expression) -> bool:
    """Whether the passes of a loop write to different entries: `sums[i] += ...`."""
    index = entry.index if isinstance(entry, tree.Subscript) else None
    if not isinstance(index, tree.Name):
        return False
    return any(one is None or file.is_within(one.node, loop) for one in reaching_definitions(file.tree, index))


def _is_batch_of_one(file: File, node: tree.Expression) -> bool:
    """Whether the loader is written with a batch size of 1, or with none."""
    iterated = data.iterated_loader(file, node)
    made = _made_for_each(file, iterated) or resolved_expression(file.tree, iterated)
    value = file.facts.values.get(made)
    if not isinstance(made, tree.Call) or value is None or value.kind != "loader":
        return False
    size = CallView(file, made).argument(1, "batch_size")
    return size is None or size.is_literally in (1, None)
