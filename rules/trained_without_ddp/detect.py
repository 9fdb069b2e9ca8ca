"""Modules that an optimizer trains beside a wrapped one, and that no wrapper has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions
from torchlint.queries import ExpressionView, View, distributed
from torchlint.queries.modules import surely_has_parameters
from torchlint.syntax import tree

from .detect_certain import is_certain
from .detect_links import Links, related

if TYPE_CHECKING:
    from torchlint.queries import File

# What hands out the parameters of a module: `parameters`, `named_parameters`, `embedding_parameters`.
_PARAMETERS = re.compile(r"(^|_)parameters$")
# Names of functions that make all ranks have the same gradients or weights.
_SYNCHRONISES = re.compile(
    r"(sync|average|reduce|broadcast)\w*(grad|param|model|weight)|grad\w*(sync|average|reduce)", re.I
)
# Names of losses, most of which have no parameters.
_LOSS = re.compile(r"crit|loss", re.I)
# So many definitions are followed from an optimizer's argument to the modules whose parameters it is made of.
_FARTHEST = 3


@dataclass(frozen=True, slots=True, eq=False)
class UnwrappedModule(ExpressionView):
    """A module whose parameters are given to an optimizer, as it is written there."""

    wrapping: View  # the call that wraps another module
    is_certain: bool  # whether the module is seen to be made, to be trained, and to be no part of what is wrapped

    @property
    def wrapper(self) -> str:
        """What wraps the other module: `DistributedDataParallel`, or accelerate's `prepare`."""
        return tree.last_name(self.wrapping.node.func) if isinstance(self.wrapping.node, tree.Call) else ""

    @property
    def advice(self) -> str:
        """What to do."""
        return "prepare it, too" if self.wrapper.startswith("prepare") else "wrap it, too"


def unwrapped_modules(file: File) -> Iterator[UnwrappedModule]:
    """Each such module once, where an optimizer is given its parameters, in source order."""
    syntax = file.tree
    wraps = [call for call in syntax.all(tree.Call) if distributed.spreads(syntax, call)]
    if not wraps or distributed.is_divided_model(file) or _is_synchronised(file, wraps):
        return
    optimizers = list(_optimizers(file))
    links = Links(syntax, wraps, optimizers)
    if not links.is_known:
        return
    found = set[tuple[tree.Node, str]]()
    for optimizer in optimizers:
        beside = next((one for one in wraps if _is_beside(file, one, optimizer)), None)
        if beside is None:
            continue
        for module in _given_modules(syntax, optimizer):
            name = tree.dotted(module) or ""
            place = _place(syntax, module)
            if name and (place, name) not in found and not links.are_wrapped(module):
                if _is_used_by_one(syntax, place, name):
                    continue  # it has no other copies to drift from
                certain = is_certain(file, module, beside) and not _freezes_parts(syntax, place, name)
                if certain or _is_trained(file, module, name):
                    found.add((place, name))
                    yield UnwrappedModule(file, module, View(file, beside), certain)


def _is_synchronised(file: File, wraps: list[tree.Call]) -> bool:
    """Whether the program does by itself, or by DeepSpeed, what DistributedDataParallel does."""
    calls = file.tree.all(tree.Call)
    if any(_SYNCHRONISES.search(tree.last_name(call.func)) for call in calls if call not in wraps):
        return True
    names = {tree.last_name(one.func) for one in wraps}
    if names.isdisjoint(("DistributedDataParallel", "DDP", "prepare", "prepare_model")):
        return True  # FSDP and DeepSpeed alone
    return distributed.averages_by_hand(file)


def _optimizers(file: File) -> Iterator[tree.Call]:
    """The calls that make optimizers."""
    made = {origin.node for origin in file.analysis.tracer.optimizers}
    for call in file.tree.all(tree.Call):
        spelled = file.names.spelled(call)
        if call in made or any(one.startswith(("torch.optim.", "transformers.AdamW")) for one in spelled):
            if "scheduler" not in file.tree.text_of(call.func):
                yield call


def _is_beside(file: File, wrap: tree.Call, optimizer: tree.Call) -> bool:
    """Whether the same function, or the same class, wraps a module and makes an optimizer, in no other branch."""
    syntax = file.tree
    if tree.last_name(wrap.func) not in ("DistributedDataParallel", "DDP", "prepare", "prepare_model"):
        return False
    if not any(_may_be_module(file, argument.value) for argument in wrap.args):
        return False  # accelerate prepares optimizers and loaders, too
    if syntax.scope(wrap) is not syntax.scope(optimizer):
        owner = syntax.above(optimizer, tree.ClassDef)
        if owner is None or syntax.above(wrap, tree.ClassDef) is not owner:
            return False
    around = {above: tree.branch(above, optimizer) for above in syntax.around(optimizer) if isinstance(above, tree.If)}
    return all(tree.branch(above, wrap) == around[above] for above in syntax.around(wrap) if above in around)


def _may_be_module(file: File, given: tree.Expression) -> bool:
    """Whether a wrapper is given a module, as far as its value or its use tells."""
    if file.value(given).value.kind == "module":
        return True
    name, calls = tree.dotted(given), file.tree.all(tree.Call)
    asked = (tree.dotted(one) for call in calls if (one := _receiver(call)) is not None)
    return name is None or name in asked or any(tree.dotted(call.func) in (name, f"{name}.train") for call in calls)


def _given_modules(syntax: tree.Tree, optimizer: tree.Call) -> Iterator[tree.Expression]:
    """The modules whose parameters an optimizer is given: `head` of `[*net.parameters(), *head.parameters()]`."""
    given = next((one.value for one in optimizer.args if one.keyword == "params"), tree.positional(optimizer, 0))
    pending: list[tuple[tree.Node, int]] = [(given, 0)] if given is not None else []
    seen = set[tree.Node]()
    while pending:
        code, depth = pending.pop()
        if code in seen:
            continue
        seen.add(code)
        receivers = [_receiver(node) for node in tree.walk(code)]
        yield from (one for one in receivers if one is not None)
        for node in tree.walk(code):
            if isinstance(node, tree.Name) and node not in receivers and depth < _FARTHEST:
                pending += ((source, depth + 1) for source in _sources(syntax, node))


def _receiver(node: tree.Node) -> tree.Expression | None:
    func = node.func if isinstance(node, tree.Call) else None
    is_asked = isinstance(func, tree.Attribute) and _PARAMETERS.search(func.attr)
    return func.value if is_asked and isinstance(func, tree.Attribute) else None


def _sources(syntax: tree.Tree, name: tree.Name) -> Iterator[tree.Node]:
    """What a list of parameters is made of: what is assigned or added to it, and appended."""
    for one in reaching_definitions(syntax, name):
        if one is not None and one.source is not None:
            yield one.source
        if one is not None and isinstance(one.node, tree.AugmentedAssign):
            yield one.node.target  # what was there before
    scope = syntax.scope(name)
    for call in syntax.own(scope, tree.Call):
        func = call.func
        if isinstance(func, tree.Attribute) and func.attr in ("append", "extend") and call.args:
            if isinstance(func.value, tree.Name) and func.value.id == name.id:
                yield call.args[0].value


def _is_trained(file: File, module: tree.Expression, name: str) -> bool:
    """Whether a module is plausibly one, with parameters that a loss trains: it is called, or passed to what is."""
    value = file.value(module).value
    if value.kind not in ("module", "unknown"):
        return False
    if _LOSS.search(tree.last_name(module)) and not surely_has_parameters(value):
        return False
    if value.kind == "module" and isinstance(value.ref, str) and not surely_has_parameters(value):
        return False  # a layer of PyTorch's without parameters
    names = {tree.last_name(call.func) for call in file.tree.all(tree.Call)}
    if names.isdisjoint(("backward", "step")) or _is_frozen(file.tree, name):
        return False
    return any(_uses(call, name) for call in file.tree.all(tree.Call)) or _uses_parts(file.tree, name)


def _uses_parts(syntax: tree.Tree, name: str) -> bool:
    """Whether parts of a container are gone over, or one is called: `heads[task](x)`, `for head in heads.values()`."""
    called = (call.func.value for call in syntax.all(tree.Call) if isinstance(call.func, tree.Subscript))
    gone_over = [one.iter for one in syntax.all(tree.For)]
    gone_over += [clause.iter for one in syntax.all(tree.Comprehension) for clause in one.clauses]
    return any(tree.dotted(one) == name for one in (*called, *map(_container, gone_over)))


def _container(gone_over: tree.Expression) -> tree.Expression:
    """What a loop takes parts of: `heads` of `heads.items()`."""
    func = gone_over.func if isinstance(gone_over, tree.Call) else None
    return func.value if isinstance(func, tree.Attribute) and func.attr in ("items", "values") else gone_over


def _place(syntax: tree.Tree, module: tree.Expression) -> tree.Node:
    """The code in which the name of a module is the same module: its function, or the class of `self`."""
    root = tree.root_name(module)
    owner = syntax.above(module, tree.ClassDef) if root is not None and root.id == "self" else None
    return owner or syntax.scope(module)


def _is_used_by_one(syntax: tree.Tree, place: tree.Node, name: str) -> bool:
    """Whether a module is called only where a condition asks which process this is: `if rank == 0: probe(x)`."""
    calls = [call for call in syntax.inside(place, tree.Call) if tree.dotted(call.func) == name]
    choices = ([one.test for one in syntax.around(call) if isinstance(one, tree.If)] for call in calls)
    return bool(calls) and all(any(distributed.asks_about_processes(syntax, test) for test in one) for one in choices)


def _freezes_parts(syntax: tree.Tree, place: tree.Node, name: str) -> bool:
    """Whether code turns off the gradients of some of its parameters: `head.weight.requires_grad = False`."""
    for one in syntax.inside(place, tree.Assign):
        targets = (tree.dotted(target) or "" for target in tree.targets(one))
        if tree.is_false(one.value) and any(t.startswith(f"{name}.") and t.endswith(".requires_grad") for t in targets):
            return True
    return False


def _uses(call: tree.Call, name: str) -> bool:
    """Whether a call is one of a module, or of its method, or passes it on."""
    if tree.dotted(call.func) == name:
        return True
    return any(tree.dotted(argument.value) == name for argument in call.args)


def _is_frozen(syntax: tree.Tree, name: str) -> bool:
    """Whether code turns off the gradients of all parameters of a module."""
    for call in syntax.all(tree.Call):
        if isinstance(call.func, tree.Attribute) and call.func.attr == "requires_grad_" and call.args:
            if tree.dotted(call.func.value) == name and tree.is_false(call.args[0].value):
                return True
    loops = (one for one in syntax.all(tree.For) if related(tree.dotted(_receiver(one.iter)) or "", name))
    return any("requires_grad = False" in syntax.text_of(one) and not _asks(one) for one in loops)


def _asks(loop: tree.For) -> bool:
    return any(isinstance(node, tree.If) for node in tree.walk(loop))
