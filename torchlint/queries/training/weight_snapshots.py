"""References to weights that are stored without a copy, and read after later steps have changed them in place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.use_def import is_rebound_in, reaching_definitions
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import Value
from torchlint.finding import Edit
from torchlint.flow.facts import CallContext, ModelAliasFact, SnapshotReadFact, WeightSnapshotFact
from torchlint.flow.training_trace import Step
from torchlint.knowledge.naming_conventions import names_model
from torchlint.queries.file import ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.training import parameter_ownership
from torchlint.syntax import edits, tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# The code around a read that uses the weights; a test for None, for example, does not.
_USES = (tree.Argument, tree.Return, tree.Attribute, tree.Subscript, tree.Dict, tree.BinaryOp, tree.Clause, tree.Tuple)


# What gives the same tensors in another container.
_OTHER_CONTAINER = frozenset(("copy", "items", "values", "dict", "OrderedDict", "list", "tuple", "zip"))
# What moves a model to another device, or may do so.
_OTHER_DEVICES = re.compile(r"(?i)cuda|device|\b(mps|xpu|hpu|npu|xla)\b|accelerat|lightning|fabric|ignite|parallel")


@dataclass(frozen=True)
class KeptWeights(ExpressionView):
    """An expression that stores a reference to weights, such as `model.state_dict()`, without copying them."""

    where: CallContext  # the functions, calls and loops that lead here
    reads: tuple[tree.Node, ...]  # where they are read after later steps
    is_restored: bool  # whether one of these reads, in the same function, loads them into a model again
    is_restored_elsewhere: bool = False  # whether another function loads them
    is_on_cpu_only: bool = False  # whether they are copied if the model is on another device
    is_compared: bool = False  # whether one of these reads compares them with what the model has then: with themselves
    taken: tree.Node | None = None  # where another file takes them; the node is then where this file restores them

    @property
    def made(self) -> str:
        """The code that takes them, as text."""
        return self.text if self.taken is None else _tree_of(self.file, self.taken).text_of(self.taken)

    @cached_property
    def name(self) -> str:
        """What they are stored as, as text; else the expression itself."""
        if self.taken is not None:
            return self.text
        statement = self.file.tree.statement(self.node)
        target = statement.targets[0] if isinstance(statement, tree.Assign) else None
        return tree.dotted(target) or self.text

    @cached_property
    def is_of_the_best(self) -> bool:
        """Whether only some passes of a training loop store them, and others go on training."""
        loops = [loop for loop in self.where.loops if loop.trains]
        if not loops and self.where.loops:
            return False  # a loop over models, or over files
        if not loops and self.where.function is not None and self.where.function.name == "__init__":
            return False  # passed to the constructor, on one of two paths
        stop = loops[-1].node if loops else None
        place = self.where.called_from(loops[-1].depth) if loops else None
        return any(self._is_under_if(node, stop) for node in (self.taken or self.node, place) if node is not None)

    @cached_property
    def is_collected(self) -> bool:
        """Whether they are appended to a list, with those of other steps."""
        call = self.file.tree.above(self.node, tree.Call, tree.Assign)
        while isinstance(call, tree.Call) and tree.last_name(call.func) in _OTHER_CONTAINER:
            call = self.file.tree.above(call, tree.Call, tree.Assign)
        func = call.func if isinstance(call, tree.Call) else None
        return isinstance(func, tree.Attribute) and func.attr in ("append", "appendleft", "insert")

    @property
    def is_retaken(self) -> bool:
        """Whether each step stores them again, parameter by parameter, before it changes them."""
        loops = self.where.loops
        return isinstance(self.node, tree.Comprehension) and bool(loops) and loops[-1].trains_itself

    def _is_under_if(self, node: tree.Node, stop: tree.Node | None) -> bool:
        """Whether a condition decides that code runs in a pass that is not the last one."""
        above = _around(_tree_of(self.file, node), node)
        if not isinstance(above, tree.If) or (
            stop is not None and View(self.file, stop).is_inside(View(self.file, above))
        ):
            return False  # no condition, or one around the whole loop
        body = next((b for b in (above.body, above.orelse) if b and b[0].start <= node.start < b[-1].end), above.body)
        return not isinstance(body[-1], (tree.Break, tree.Return, tree.Raise))

    @property
    def copied(self) -> tuple[Edit, ...]:
        """The edits that copy them when they are stored; none in another file."""
        if self.taken is not None:
            return ()
        code = self.code
        if self.is_collected and code.endswith((".data", ".detach()", ".numpy()")):
            return self.then(".copy()" if code.endswith(".numpy()") else ".clone()")
        return self.writing("copy.deepcopy", lambda written: edits.replace(self.node, f"{written}({code})"))


@query
def stored_snapshots(file: File) -> Iterator[KeptWeights]:
    """Weights that are stored without a copy and read after later steps, in source order."""
    found: dict[tree.Node, KeptWeights] = {}
    for fact in file.facts.weight_snapshots:
        if fact.node in found or not _is_of_a_model(file, fact) or _is_anew(file, fact):
            continue
        if not file.holds(fact.node):
            restored = next(_restored_here(file, fact), None)
            if restored is not None:
                found[fact.node] = KeptWeights(file, restored, fact.where, (restored,), True, taken=fact.node)
        else:
            reads = tuple(
                read for read in file.facts.snapshot_reads if read.taken is fact.node and _is_stale(file, fact, read)
            )
            if reads:
                nodes = tuple(read.node for read in reads)
                afar = {read.is_from_afar for read in reads if _restores(file, read.node)}
                is_elsewhere = True in afar and _is_before_training(file, fact)
                is_compared = any(_compares(file, read) for read in reads)
                found[fact.node] = KeptWeights(
                    file, fact.node, fact.where, nodes, False in afar, is_elsewhere, fact.is_on_cpu_only, is_compared
                )
    for alias in file.facts.model_aliases:
        if file.holds(alias.node) and alias.node.value not in found and (nodes := _later_reads(file, alias)):
            found[alias.node.value] = KeptWeights(file, alias.node.value, alias.where, nodes, False)
    return iter(sorted(found.values(), key=lambda kept: kept.node.start))


def _restored_here(file: File, fact: WeightSnapshotFact) -> Iterator[tree.Node]:
    """Where this file loads weights again that another one has stored, after steps that this one's calls lead to."""
    for read in file.facts.snapshot_reads:
        if read.taken is fact.node and file.holds(read.node) and _restores(file, read.node):
            if _is_stale(file, fact, read):
                yield read.node


def _is_anew(file: File, fact: WeightSnapshotFact) -> bool:
    """Whether each pass of the training loop makes the model, so that the next one trains another."""
    loops, source = [loop.node for loop in fact.where.loops if loop.trains], fact.model.source
    if not loops or source is None or not file.holds(source) or not file.holds(loops[-1]):
        return False
    return View(file, source).is_inside(View(file, loops[-1]))


def _is_before_training(file: File, fact: WeightSnapshotFact) -> bool:
    """Whether an object keeps weights from its construction on, and its file trains."""
    function = fact.where.function
    return function is not None and function.name == "__init__" and ".step(" in file.text


def _around(syntax: tree.Tree, node: tree.Node) -> tree.Node | None:
    """The branch, loop or function that code belongs to; what a `for` goes over belongs to what is around it."""
    above = syntax.above(node, tree.If, *tree.Loops, tree.FunctionDef, tree.Module)
    while isinstance(above, tree.For) and above.iter.start <= node.start < above.iter.end:
        above = syntax.above(above, tree.If, *tree.Loops, tree.FunctionDef, tree.Module)
    return above


def _is_of_a_model(file: File, fact: WeightSnapshotFact) -> bool:
    """Whether weights are a model's: of an unknown object, if its name says so, or the file calls that."""
    if fact.is_on_cpu_only and not _stays_on_cpu(file, fact.model):
        return False  # copied
    if isinstance(fact.node, tree.Call) and fact.model.source is getattr(fact.node.func, "value", fact.node):
        return False  # of a model made on the spot, `copy.deepcopy(model).state_dict()`, which nothing else has
    if fact.model.kind != "unknown" or not isinstance(fact.node, tree.Call):
        return True
    func = fact.node.func
    name = tree.dotted(func.value) if isinstance(func, tree.Attribute) else None
    last = (name or "").rpartition(".")[2]
    return bool(last) and (last in _called_names(file) or names_model(last))


def _stays_on_cpu(file: File, model: Value) -> bool:
    """Whether a model, or weights of it, is made in a file that says nothing of devices, or of what chooses them."""
    is_made_here = isinstance(model.source, tree.Call) and file.holds(model.source)
    return is_made_here and _OTHER_DEVICES.search(file.text) is None


def _restores(file: File, node: tree.Node) -> bool:
    """Whether an expression is what a model loads, or a part of it."""
    syntax = _tree_of(file, node)
    statement, above = syntax.statement(node), syntax.parents.get(node)
    while above is not None and above is not statement:
        func = above.func if isinstance(above, tree.Call) else None
        if isinstance(func, tree.Attribute) and func.attr == "load_state_dict":
            return True
        above = syntax.parents.get(above)
    return False


def _tree_of(file: File, node: tree.Node) -> tree.Tree:
    """The tree that a node is in: this file's, or that of a file which uses it."""
    if file.holds(node):
        return file.tree
    return next((unit.tree for unit in file.analysis.units if node in unit.tree.parents), file.tree)


def _compares(file: File, read: SnapshotReadFact) -> bool:
    """Whether weights are subtracted from, or given to a function together with, what the same model has by then."""
    node, above = read.node, file.tree.parents.get(read.node)
    while isinstance(above, (tree.Attribute, tree.Subscript)) or (isinstance(above, tree.Call) and above.func is node):
        node, above = above, file.tree.parents.get(above)
    if isinstance(above, tree.BinaryOp) and above.op == "-":
        others: list[tree.Node] = [above.left, above.right]
    elif isinstance(above, tree.Compare):
        others = [above.left, *above.comparators]
    elif isinstance(above, tree.Argument) and isinstance(call := file.tree.parents.get(above), tree.Call):
        others = [argument.value for argument in call.args if len(call.args) > 1]
    else:
        return False
    parts = (part for other in others if other is not node for part in tree.walk(other))
    return any(_is_newest(file.value(part).value, read) for part in parts)


def _is_newest(value: Value, read: SnapshotReadFact) -> bool:
    """Whether a value is a parameter of the model that weights are of, or taken from it after later steps."""
    if value.source is not read.source or read.source is None:
        return False
    if value.kind == "weights":
        return all(place is not read.taken for place, _ in value.taken)
    return value.kind == "tensor" and value.made_by == "parameter"


def _is_stale(file: File, fact: WeightSnapshotFact, read: SnapshotReadFact) -> bool:
    """Whether weights are read after a step that has changed them since they were stored."""
    above = _tree_of(file, read.node).parents.get(read.node)
    if not isinstance(above, _USES) or not (file.holds(read.node) or _restores(file, read.node)):
        return False
    is_container = file.value(read.node).value.kind != "weights"
    if is_container and isinstance(above, (tree.Subscript, tree.Attribute)):
        return False  # perhaps another entry
    inside = View(file, _around(_tree_of(file, fact.node), fact.node) or fact.node)
    if isinstance(inside.node, tree.If) and View(file, read.node).is_inside(inside):
        return False  # saved to disk right away
    if read.is_from_afar:
        return read.function is not fact.where.function
    changes = file.analysis.tracer.changes[read.since : read.until]
    return any(_may_change(file, step, read.source) for step in changes)


def _may_change(file: File, step: Step, source: tree.Node | None) -> bool:
    """Whether a step may change the parameters of a model, given where it was constructed."""
    if step.what == "unseen":
        models = [value.source for value in step.subject.items if value.kind == "module"]
        return not models or source in models
    relations = parameter_ownership.relations(file)
    held = relations.held_by(relations.optimizers(step.subject))
    if source is None or not held.is_all or not all(isinstance(n, tree.Call) for n in (*held.models, source)):
        return True
    return relations.share(held.models, frozenset((source,)))


def _later_reads(file: File, alias: ModelAliasFact) -> tuple[tree.Node, ...]:
    """The uses of a model's second name outside the branch that assigns it, in a training loop."""
    loops = [loop for loop in alias.where.loops if loop.depth == len(alias.where.chain) and loop.trains]
    branch = file.tree.above(alias.node, tree.If, *tree.Loops, tree.FunctionDef, tree.Module)
    name, model = tree.dotted(alias.node.targets[0]), tree.dotted(alias.node.value)
    if not loops or not isinstance(branch, tree.If) or name is None or model is None:
        return ()
    loop = loops[-1].node
    if (
        alias.model.source in set(tree.walk(loop))
        or is_rebound_in(file.tree, model.partition(".")[0], loop)
        or all_origins(alias.model)
    ):
        return ()  # a different model in each pass
    if _always_binds(branch.body, name) and _always_binds(branch.orelse, name):
        return ()  # a name for one of two models, chosen in each pass
    block = file.tree.block(branch)
    if branch in block and _always_binds(block[: block.index(branch)], name):
        return ()  # as well, where the other model is the one that the name has before
    around = file.tree.scope(loop)
    inside = set(tree.walk(_whole_branch(file, branch)))
    return tuple(
        n
        for n in tree.walk(around)
        if tree.dotted(n) == name
        and n not in inside
        and n.start > alias.node.end
        and isinstance(file.tree.parents.get(n), (tree.Argument, tree.Return, tree.Attribute, tree.Call))
        and _is_reached(file, n, alias.node)
    )


def _whole_branch(file: File, branch: tree.If) -> tree.If:
    """The outermost condition around a branch in which no step is made: what it reads, it reads right away."""
    while True:
        above = file.tree.above(branch, tree.If, *tree.Loops, tree.FunctionDef, tree.Module)
        if not isinstance(above, tree.If):
            return branch
        if any(tree.last_name(call.func) == "step" for call in file.tree.inside(above, tree.Call)):
            return branch
        branch = above


def _is_reached(file: File, read: tree.Node, assign: tree.Node) -> bool:
    """Whether a name may have what an assignment has given it; an attribute may."""
    if not isinstance(read, tree.Name):
        return True
    return any(one is not None and one.node is assign for one in reaching_definitions(file.tree, read))


def _always_binds(body: Sequence[tree.Node], name: str) -> bool:
    """Whether statements assign a name on every path."""
    return any(
        any(tree.dotted(target) == name for target in tree.targets(statement))
        or (isinstance(statement, tree.If) and all(_always_binds(b, name) for b in (statement.body, statement.orelse)))
        for statement in body
    )


@query
def _called_names(file: File) -> frozenset[str]:
    """The last names that are called here: `model` of `self.model(x)`."""
    called = (call.func for call in file.tree.all(tree.Call))
    return frozenset(
        n.id if isinstance(n, tree.Name) else n.attr for n in called if isinstance(n, (tree.Name, tree.Attribute))
    )
