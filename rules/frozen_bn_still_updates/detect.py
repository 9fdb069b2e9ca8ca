"""What rules see of modules whose parameters are frozen, and whose BatchNorm statistics are not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class
from torchlint.binding.use_def import reaching_definitions
from torchlint.domain.modes import TRAIN, mode_of
from torchlint.domain.values import MAYBE, NO, YES, Composite, Value, alternatives
from torchlint.finding import Span
from torchlint.flow.facts import ForwardFact
from torchlint.flow.mode_dependence import PART
from torchlint.flow.mode_effects import sources_of
from torchlint.knowledge.operations import operations
from torchlint.queries import ExpressionView, View
from torchlint.queries.modes import ForwardView, depth_of
from torchlint.queries.modules import (
    Freeze,
    freed_parts,
    frees,
    freezes,
    freezing_calls,
    is_method,
    may_free,
    parameters_of,
    receiver_of,
    sets_given,
)
from torchlint.syntax import tree

from .detect_batch_norms import has_batch_norm
from .detect_language_models import is_language_model
from .detect_phases import is_switched_by_phase

if TYPE_CHECKING:
    from torchlint.queries import File

# Parts of other packages' models that come last, and have no BatchNorm.
_HEADS = frozenset("fc classifier head heads last_linear linear output_layer".split())
_SWITCHES = re.compile(r"\.(eval|train)\(|\bdef (eval|train)\(|\.training\b")
_PARTS = operations("submodules", of="torch.nn.Module")


@dataclass(frozen=True, slots=True, eq=False)
class FrozenNorms(View):
    """Where a module with BatchNorm is frozen; or, if another file freezes it, where it trains in train mode."""

    module: str  # what is frozen, as it is written there
    model: ExpressionView  # the module itself, if this file freezes it, or the model that trains
    level: int  # whether it has BatchNorm
    forward: tree.Node  # the call of the model that trains
    is_part: bool = False  # whether names decide which parameters are frozen

    @property
    def span(self) -> Span:
        node = self.node
        return Span(node.start, node.iter.end if isinstance(node, tree.For) else node.end)

    @property
    def is_sure(self) -> bool:
        return self.level == YES

    @property
    def is_frozen_here(self) -> bool:
        return self.node is not self.forward

    @property
    def story(self) -> tuple[tuple[Span, str], ...]:
        """The training, where this file has it and it is not what is told already."""
        shown = self.is_frozen_here and self.file.holds(self.forward)
        return (View(self.file, self.forward).says("in train mode here"),) if shown else ()


def frozen_norms(file: File) -> Iterator[FrozenNorms]:
    """Each such module, in source order.

    What a function or a script freezes is told there; what a class freezes in its methods, in the file that trains it.
    """
    speaking = [unit for unit in file.analysis.units if "requires_grad" in unit.tree.text]
    called = freezing_calls(file)
    done = {one.freeze.call for one in called}  # in functions: their calls say to which module
    asked = [freeze for unit in speaking for freeze in freezes(unit) if freeze.call not in done]
    asked += [one.freeze for one in called if one.freezes]
    asked = [freeze for freeze in asked if freeze.unit.is_target or freeze.unit.tree.above(freeze.node, tree.ClassDef)]
    told: dict[tree.Node, FrozenNorms] = {}
    for one in (one for freeze in asked for one in _trained(file, freeze)):
        if one.node not in told or (one.is_sure and not told[one.node].is_sure):
            told[one.node] = one  # of several parts that another file freezes, the first that is sure
    yield from sorted(told.values(), key=lambda one: one.node.start)


def _trained(file: File, freeze: Freeze) -> Iterator[FrozenNorms]:
    """The training of what is frozen, if it has BatchNorm and is in train mode."""
    view = ExpressionView(file, freeze.module)
    source = view.value.source
    level = _level(view, freed_parts(freeze)) if source is not None else NO
    if source is None or level == NO or not _is_alone(view, source):
        return  # no BatchNorm, or made by code that also makes models that stay trainable
    if level == MAYBE and is_language_model(view, source):
        return  # it has LayerNorm
    if _is_let_go(file, source) or _follows(file, source) or _evaluates_where_it_calls(freeze):
        return
    first = file.facts.forwards_before.get(freeze.call, 0)
    for fact in file.facts.forwards[first:]:
        if not _is_in_train_mode(file, fact) or not _trains(file, fact) or source not in sources_of(fact.model):
            continue
        if not _is_trained(file, view.value, freeze, fact):
            level = MAYBE  # random features may want the statistics of their data
        if freeze.by_names or len(alternatives(view.value)) > 1:
            level = MAYBE  # there may be no BatchNorm in what these names pick, or in what a setting chooses
        place = fact.where.called_from(depth_of(fact)) or fact.node
        in_class = freeze.unit.tree.above(freeze.node, tree.ClassDef) is not None
        if freeze.unit.is_target and (file.holds(place) or not in_class):
            yield FrozenNorms(file, freeze.node, view.text, view, level, place, freeze.by_names)
        elif file.holds(place) and in_class:
            model = ForwardView(file, place, (fact,)).model
            module = freeze.unit.tree.text_of(freeze.module).removeprefix("self.")
            frozen = model.text if module == "self" else module
            yield FrozenNorms(file, place, frozen, model, level, place, freeze.by_names)
        return


def _evaluates_where_it_calls(freeze: Freeze) -> bool:
    """Whether a class that freezes a part of itself calls `self.part.eval()` in front of each `self.part(x)`."""
    syntax = freeze.unit.tree
    cls, part = syntax.above(freeze.node, tree.ClassDef), tree.dotted(freeze.module)
    if cls is None or part is None or not part.startswith("self."):
        return False
    inside, switched = syntax.inside(cls, tree.Call), dict[tree.Node | None, int]()
    for call in inside:
        if tree.dotted(call.func) == f"{part}.eval":
            switched.setdefault(syntax.above(call, tree.FunctionDef), call.start)
    called = [call for call in inside if tree.dotted(call.func) == part]
    starts = [(switched.get(syntax.above(call, tree.FunctionDef)), call.start) for call in called]
    return bool(starts) and all(start is not None and start < place for start, place in starts)


def _is_in_train_mode(file: File, fact: ForwardFact) -> bool:
    """Whether a forward runs in train mode: a framework's step does, of a class in which nothing switches any mode."""
    if mode_of(fact.switches) == TRAIN or is_switched_by_phase(file, fact.switches):
        return True
    first = fact.where.stack[0] if fact.where.is_seen_whole and fact.where.stack else fact.where.caller(0)
    owner = first.owner if first is not None else None
    step = owner.callback(first.name) if first is not None and owner is not None else None
    if owner is None or step is None or not step.differentiates:
        return False
    return not any(_SWITCHES.search(cls.unit.tree.text_of(cls.node)) for cls in owner.lineage)


def _trains(file: File, fact: ForwardFact) -> bool:
    """Whether a forward is part of a training whose optimizer steps."""
    loops = fact.where.loops
    if fact.model.source in file.analysis.frozen:  # so nothing is differentiated through it that is known to be
        return bool(loops) and {"backward", "step"} <= loops[-1].direct_actions
    return fact.origin in file.facts.differentiated and any("step" in loop.did for loop in loops)


def _is_alone(view: ExpressionView, source: tree.Node) -> bool:
    """Whether whatever is made at `source` is frozen, rather than one of several models that one function makes."""
    for unit in view.file.analysis.units:
        maker = unit.tree.above(source, tree.FunctionDef) if source in unit.tree.parents else None
        if not isinstance(maker, tree.FunctionDef) or maker.name == "__init__":
            continue
        calls = [c for c, called in view.file.facts.functions.items() if any(f.node is maker for f in called)]
        if len(calls) > 1 and unit.tree.above(view.node, tree.FunctionDef) is not maker:
            return False
    return True


def _is_trained(file: File, module: Value, freeze: Freeze, forward: ForwardFact) -> bool:
    """Whether there is something to keep: what comes from a package, is loaded, or was trained before."""
    parts = module.ref.parts if isinstance(module.ref, Composite) else ()
    sources = {module.source, forward.model.source, *(part.source for part in parts)}
    if not isinstance(module.ref, (Class, Composite)) or file.facts.loaded & sources:
        return True
    before = file.facts.forwards[: file.facts.forwards_before.get(freeze.call, 0)]
    source = module.source
    return source is not None and any(
        e.origin in file.facts.differentiated and source in sources_of(e.model) for e in before
    )


def _level(view: ExpressionView, freed: frozenset[str]) -> int:
    """Whether what stays frozen has BatchNorm."""
    value = view.value
    if value.kind == "module" and value.made_by != PART:
        return has_batch_norm(view.file, value, without=freed)
    whole = _whole(view)
    return has_batch_norm(view.file, whole) if whole is not None else NO


def _whole(view: ExpressionView) -> Value | None:
    """The model of another package whose part this is."""
    node = view.node
    while isinstance(node, tree.Attribute) and node.attr not in _HEADS:
        node = node.value
        value = ExpressionView(view.file, node).value
        if value.kind == "module" and value.made_by != PART:
            return None if isinstance(value.ref, (Class, Composite)) else value
    return None


def _is_let_go(file: File, source: tree.Node) -> bool:
    """Whether the parameters of the whole get their gradients back somewhere, or may."""
    for unit in file.analysis.units:
        for loop in unit.tree.all(tree.For):
            call = parameters_of(loop)
            if call is None or sets_given(unit.tree, loop):
                continue  # the calls of the function say what it does to which module
            if _is_made_at(file, receiver_of(call), source) and may_free(loop):
                return True
        for call in unit.tree.all(tree.Call):
            if frees(call) and _is_made_at(file, receiver_of(call), source) and not sets_given(unit.tree, call):
                return True
    given = (called.freeze.module for called in freezing_calls(file) if not called.freezes)
    return any(_is_made_at(file, module, source) for module in given)


def _is_made_at(file: File, module: tree.Node, source: tree.Node) -> bool:
    if isinstance(module, tree.Name) and any(_goes_over_parts(unit.tree, module) for unit in file.analysis.units):
        return False
    value = ExpressionView(file, module).value
    return value.kind == "module" and value.made_by != PART and any(v.source is source for v in alternatives(value))


def _goes_over_parts(syntax: tree.Tree, name: tree.Name) -> bool:
    """Whether a name is that of a loop over parts of a module."""
    found = reaching_definitions(syntax, name) if name in syntax.parents else ()
    over = [one.source for one in found if one is not None and one.kind == "for" and one.source is not None]
    return any(isinstance(n, tree.Call) and is_method(n, *_PARTS) for source in over for n in tree.walk(source))


def _follows(file: File, source: tree.Node) -> bool:
    """Whether the parameters are set from another model's as it trains: a moving average, or a copy, of it."""
    for unit in file.analysis.units:
        for call in unit.tree.all(tree.Call):
            if tree.dotted(call.func) == "zip" and any(_is_over(file, a.value, source) for a in call.args):
                return True
            if is_method(call, "load_state_dict") and len(call.args) == 1:
                given = call.args[0].value
                if isinstance(given, tree.Call) and is_method(given, "state_dict"):
                    if ExpressionView(file, receiver_of(call)).value.source is source:
                        return True
    return False


def _is_over(file: File, node: tree.Node, source: tree.Node) -> bool:
    if not (isinstance(node, tree.Call) and is_method(node, "parameters", "named_parameters")):
        return False
    return _is_made_at(file, receiver_of(node), source)
