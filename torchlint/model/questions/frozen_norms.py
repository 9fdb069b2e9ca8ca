"""What rules see of modules whose parameters are frozen, and whose BatchNorm statistics are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from torchlint.finding import Span
from torchlint.model import tree
from torchlint.model.definitions import Class
from torchlint.model.events import ForwardEvent
from torchlint.model.mode_flow import sources_of
from torchlint.model.mode_layers import PART
from torchlint.model.modes import TRAIN, mode_of
from torchlint.model.questions.batch_norms import has_batch_norm
from torchlint.model.values import MAYBE, NO, YES, Value, alternatives
from torchlint.model.views import ExpressionView, View

if TYPE_CHECKING:
    from torchlint.model.file import File

# Parts of other packages' models that come last, and have no BatchNorm.
_HEADS = frozenset("fc classifier head heads last_linear linear output_layer".split())
_NORMS = ("bn", "norm")
_PARTS = ("children", "named_children", "modules", "named_modules")


@dataclass(frozen=True, slots=True, eq=False)
class FrozenNorms(View):
    """Where the parameters of a module are told to want no gradient, and the module then trains in train mode."""

    frozen: ExpressionView  # the module
    level: int  # whether it has BatchNorm
    forward: ForwardEvent

    @property
    def span(self) -> Span:
        node = self.node
        return Span(node.start, node.iter.end if isinstance(node, tree.For) else node.end)

    @property
    def is_sure(self) -> bool:
        return self.level == YES

    @property
    def story(self) -> tuple[tuple[Span, str], ...]:
        """The training, as far as this file shows it."""
        held = self.file.holds(self.forward.node)
        return (View(self.file, self.forward.node).says("in train mode here"),) if held else ()


def frozen_norms(file: File) -> Iterator[FrozenNorms]:
    """Each such freeze, in source order."""
    for freeze in _freezes(file):
        view = ExpressionView(file, freeze.module)
        level = _level(view)
        source = view.value.source
        if level == NO or source is None or not _is_alone(view, source):
            continue  # no batch norm; or made by code that makes others as well, which stay as they are
        if _is_let_go(file, source) or _follows(file, source):
            continue
        first = file.record.forwards_before.get(freeze.call, 0)
        trained = (e for e in file.record.forwards[first:] if _trains(file, e) and mode_of(e.switches) == TRAIN)
        forward = next((e for e in trained if source in sources_of(e.model)), None)
        if forward is not None:
            if not _is_trained(file, view.value, freeze, forward):
                level = MAYBE  # random features may want the statistics of their data
            yield FrozenNorms(file, freeze.node, view, level, forward)


def _trains(file: File, event: ForwardEvent) -> bool:
    """Whether a forward is part of a training whose optimizer steps."""
    loops = event.where.loops
    if event.model.source in file.frozen:  # so nothing is differentiated through it that is known to be
        return bool(loops) and {"backward", "step"} <= loops[-1].did_itself
    return event.site in file.record.consumed and any("step" in loop.did for loop in loops)


class Freeze(NamedTuple):
    """Where all parameters of a module are frozen, or all but some that are named."""

    node: tree.Node
    call: tree.Call  # what gives the parameters, or changes them
    module: tree.Node


def _freezes(file: File) -> list[Freeze]:
    found = []
    for loop in file.tree.all(tree.For):
        call = _parameters_of(loop)
        if call is not None and _freezes_all(loop):
            found.append(Freeze(loop, call, _receiver(call)))
    calls = (view.node for view in file.method_calls("requires_grad_") if view.is_discarded)
    found += [Freeze(call, call, _receiver(call)) for call in calls if _is_false(call)]
    return sorted(found, key=lambda freeze: freeze.node.start)


def _receiver(call: tree.Call) -> tree.Node:
    return call.func.value if isinstance(call.func, tree.Attribute) else call.func


def _parameters_of(loop: tree.For) -> tree.Call | None:
    """The call that gives the parameters of a module that a loop goes over."""
    call = loop.iter
    if isinstance(call, tree.Call) and isinstance(call.func, tree.Attribute) and not call.args:
        return call if call.func.attr in ("parameters", "named_parameters") else None
    return None


def _freezes_all(loop: tree.For) -> bool:
    target = loop.target.elements[-1] if isinstance(loop.target, tree.Tuple) else loop.target
    if not isinstance(target, tree.Name):
        return False
    for statement in loop.body:
        if isinstance(statement, tree.If) and not statement.orelse and _leaves_out(statement.test):
            return any(_freezes_one(inner, target.id) for inner in statement.body)
        if _freezes_one(statement, target.id):
            return True
    return False


def _freezes_one(statement: tree.Node, name: str) -> bool:
    if isinstance(statement, tree.Assign):
        off = isinstance(statement.value, tree.Constant) and statement.value.value is False
        return off and any(tree.dotted(t) == f"{name}.requires_grad" for t in statement.targets)
    call = statement.value if isinstance(statement, tree.ExpressionStatement) else None
    return isinstance(call, tree.Call) and tree.dotted(call.func) == f"{name}.requires_grad_" and _is_false(call)


def _is_false(call: tree.Call) -> bool:
    given = call.args[0].value if len(call.args) == 1 else None
    return isinstance(given, tree.Constant) and given.value is False


def _leaves_out(test: tree.Node) -> bool:
    """Whether a test leaves out parameters by their names: `"fc" not in name`, `not name.startswith("fc")`."""
    if isinstance(test, tree.BoolOp):
        return all(_leaves_out(value) for value in test.values)
    texts = [n.value for n in tree.walk(test) if isinstance(n, tree.Constant) and isinstance(n.value, str)]
    if not any(map(_is_a_name, texts)) or any(norm in text for text in texts for norm in _NORMS):
        return False
    if isinstance(test, tree.Compare):
        return test.ops == ["not in"]
    return isinstance(test, tree.UnaryOp) and test.op == "not" and isinstance(test.operand, tree.Call)


def _is_a_name(text: str) -> bool:
    return any(map(str.isalpha, text))


def _is_alone(view: ExpressionView, source: tree.Node) -> bool:
    """Whether whatever is made at `source` is frozen, rather than one of several models that one function makes."""
    if len(alternatives(view.value)) > 1:
        return False
    for unit in view.file.units:
        maker = unit.tree.above(source, tree.FunctionDef) if source in unit.tree.parents else None
        if not isinstance(maker, tree.FunctionDef) or maker.name == "__init__":
            continue
        calls = [c for c, called in view.file.record.functions.items() if any(f.node is maker for f in called)]
        if len(calls) > 1 and unit.tree.above(view.node, tree.FunctionDef) is not maker:
            return False
    return True


def _is_trained(file: File, module: Value, freeze: Freeze, forward: ForwardEvent) -> bool:
    """Whether there is something to keep: what comes from a package, is loaded, or was trained before."""
    if not isinstance(module.ref, (Class, tuple)) or file.record.loaded & {module.source, forward.model.source}:
        return True
    before = file.record.forwards[: file.record.forwards_before.get(freeze.call, 0)]
    source = module.source
    return source is not None and any(e.site in file.record.consumed and source in sources_of(e.model) for e in before)


def _level(view: ExpressionView) -> int:
    value = view.value
    if value.kind == "module" and value.made_by != PART:
        return has_batch_norm(view.file, value)
    whole = _whole(view)
    return has_batch_norm(view.file, whole) if whole is not None else NO


def _whole(view: ExpressionView) -> Value | None:
    """The model of another package whose part this is."""
    node = view.node
    while isinstance(node, tree.Attribute) and node.attr not in _HEADS:
        node = node.value
        value = ExpressionView(view.file, node).value
        if value.kind == "module" and value.made_by != PART:
            return None if isinstance(value.ref, (Class, tuple)) else value
    return None


def _is_let_go(file: File, source: tree.Node) -> bool:
    """Whether the parameters of the whole get their gradients back somewhere, or may."""
    for unit in file.units:
        for loop in unit.tree.all(tree.For):
            call = _parameters_of(loop)
            if call is not None and _is_made_at(file, _receiver(call), source) and _may_free(loop):
                return True
        for call in unit.tree.all(tree.Call):
            if _is_method(call, "requires_grad_") and not _is_false(call):
                if _is_made_at(file, _receiver(call), source):
                    return True
    return False


def _is_made_at(file: File, module: tree.Node, source: tree.Node) -> bool:
    if isinstance(module, tree.Name) and any(_goes_over_parts(unit.tree, module) for unit in file.units):
        return False
    value = ExpressionView(file, module).value
    return value.kind == "module" and value.made_by != PART and any(v.source is source for v in alternatives(value))


def _goes_over_parts(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is that of a loop over parts of a module."""
    loop = syntax.above(name, tree.For) if name in syntax.parents else None
    while isinstance(loop, tree.For):
        if name.id in (n.id for n in tree.walk(loop.target) if isinstance(n, tree.Name)):
            return any(isinstance(n, tree.Call) and _is_method(n, *_PARTS) for n in tree.walk(loop.iter))
        loop = syntax.above(loop, tree.For)
    return False


def _may_free(loop: tree.For) -> bool:
    for node in tree.walk(loop):
        if isinstance(node, tree.Assign) and any(_is_flag(t) for t in node.targets):
            if not (isinstance(node.value, tree.Constant) and node.value.value is False):
                return True
        if isinstance(node, tree.Call) and _is_method(node, "requires_grad_") and not _is_false(node):
            return True
    return False


def _is_flag(target: tree.Node) -> bool:
    return isinstance(target, tree.Attribute) and target.attr == "requires_grad"


def _is_method(call: tree.Call, *names: str) -> bool:
    return isinstance(call.func, tree.Attribute) and call.func.attr in names


def _follows(file: File, source: tree.Node) -> bool:
    """Whether the parameters are set from another model's as it trains: a moving average, or a copy, of it."""
    for unit in file.units:
        for call in unit.tree.all(tree.Call):
            if tree.dotted(call.func) == "zip" and any(_is_over(file, a.value, source) for a in call.args):
                return True
            if _is_method(call, "load_state_dict") and len(call.args) == 1:
                given = call.args[0].value
                if isinstance(given, tree.Call) and _is_method(given, "state_dict"):
                    if ExpressionView(file, _receiver(call)).value.source is source:
                        return True
    return False


def _is_over(file: File, node: tree.Node, source: tree.Node) -> bool:
    if not (isinstance(node, tree.Call) and _is_method(node, "parameters", "named_parameters")):
        return False
    return _is_made_at(file, _receiver(node), source)
