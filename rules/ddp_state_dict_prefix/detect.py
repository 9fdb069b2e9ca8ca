"""What rules see of checkpoints whose names are those of a wrapped model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from torchlint.binding.qualified_names import by_name
from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.finding import Edit, Span
from torchlint.flow.model_wrappers import HELD_AS, held_as, is_wrapped, wrappers_of
from torchlint.queries import CallView, checkpoints
from torchlint.syntax import tree

from . import detect_readers

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.flow.facts import WeightSnapshotFact
    from torchlint.queries import File


_CONDITIONS = (tree.If, tree.Conditional)
# Whether a file knows of the names that a wrapper gives.
Known = Literal["surely", "maybe", "no"]
# Names of what is no model, and has a state.
_OTHERS = re.compile(r"optim|sched|scal|^opt$", re.IGNORECASE)
# What reads a file of weights that somebody else has written.
_DOWNLOADS = ("load_url", "load_state_dict_from_url")
# What takes a prefix off the names of a state dict, and is given both.
_TAKES_OFF = "consume_prefix_in_state_dict_if_present"
# Through how many names and entries what is loaded is followed.
_DEEPEST = 6


@dataclass(frozen=True, slots=True, eq=False)
class WrappedState(CallView):
    """A call of `state_dict()` on a model inside a wrapper, whose result is saved."""

    node: tree.Call
    inside: str  # the name under which the wrapper holds the model
    is_always_wrapped: bool  # whether each caller wraps it, whatever the conditions; otherwise it may hold nothing
    is_known_elsewhere: bool  # whether another program, which saves models of its own here, speaks of wrappers
    is_unclear: bool  # whether a file of the program loads something of which is not seen whether it has such names
    others: tuple[CallView, ...] = ()  # where the same function saves the same model in the same way

    @property
    def is_missed(self) -> bool:
        """Whether these names are surely saved, or something in the project loads what may have them."""
        project_files = self.file.project_files
        is_loaded = self.is_always_wrapped or project_files is None or project_files.mentions("load_state_dict")
        return is_loaded and not self.is_known_elsewhere and not self.is_unclear

    @property
    def without_wrapper(self) -> tuple[Edit, ...]:
        """The edits that save the model as it is inside; none where it may have no wrapper."""
        held = [one.receiver for one in (self, *self.others)] if self.is_always_wrapped else []
        return tuple(Edit(Span(one.node.end, one.node.end), f".{self.inside}") for one in held if one is not None)

    @property
    def elsewhere(self) -> tuple[tuple[Span, str], ...]:
        """The other places, to be shown beside a finding."""
        return tuple(other.says("the same is saved here") for other in self.others)


def wrapped_states(file: File) -> Iterator[WrappedState]:
    """Wrapped models that are saved as such, in a program that nowhere knows of that: once for each function."""
    found: dict[object, list[WrappedState]] = {}
    for state in _wrapped_states(file):
        key = file.tree.scope(state.node), str(state.receiver), state.is_always_wrapped, state.is_missed
        found.setdefault(key, []).append(state)
    for first, *others in found.values():
        yield replace(first, others=tuple(others))


def _wrapped_states(file: File) -> Iterator[WrappedState]:
    if not file.facts.model_wrappers:
        return
    for call in _saved(file):
        events = [fact for fact in file.facts.weight_snapshots if fact.node is call.node]
        wrapped = [fact for fact in events if held_as(fact.model)]
        if not wrapped:
            continue  # never wrapped, or unwrapped before
        inside, own = held_as(wrapped[0].model), _programs(file, wrapped)
        around = {HELD_AS[origin.what] for fact in wrapped for origin in wrappers_of(fact.model)}
        known = {_knows(file, unit, name) for unit in own for name in around}
        is_loaded_wrapped = "surely" in known
        if is_loaded_wrapped and not detect_readers.is_read_bare(file, call.node, own):
            continue  # the loading code handles the prefix: it strips it, or loads into a wrapped model
        if is_loaded_wrapped and any(_takes_part_off(file, unit, name) for unit in own for name in around):
            continue  # the program strips it
        if _is_cut_off(file, around):
            continue  # so does a program beside it
        is_always = len(wrapped) == len(events) and not any(_is_conditional(file, fact) for fact in wrapped)
        others = [unit for unit in file.analysis.units if unit not in own]
        is_known_elsewhere = any(_speaks_of_wrapper(unit, inside) for unit in others)
        is_unclear = is_loaded_wrapped or "maybe" in known
        yield WrappedState(file, call.node, inside, is_always, is_known_elsewhere, is_unclear)


def _is_cut_off(file: File, wrappers: set[str]) -> bool:
    """Whether a file beside this one, which loads weights and saves none, takes the wrapper's part off their names."""
    prefixes = {f"{name}." for name in wrappers}
    files, folder = file.project_files, file.place.rpartition("/")[0]
    loading_files = files.files_mentioning("load_state_dict") if files is not None else []
    beside = [place for place in loading_files if place.rpartition("/")[0] == folder]
    trees = files.trees(beside) if files is not None else ()
    reading = (syntax for syntax in trees if not _saves(syntax))
    return any(_cuts_by_text(syntax, prefixes) or _cuts_by_length(syntax, prefixes) for syntax in reading)


def _saves(syntax: tree.Tree) -> bool:
    """Whether a file saves weights itself, so that those it loads may be its own."""
    calls = list(syntax.all(tree.Call))
    return any(tree.dotted(call.func) == "torch.save" for call in calls) and any(map(_is_state, calls))


def _cuts_by_text(syntax: tree.Tree, prefixes: set[str]) -> bool:
    """Whether something is called with the prefix first, or takes it off a state: `name.replace("module.", "")`."""
    for call in syntax.all(tree.Call):
        given = [one.value for one in call.args]
        asked = given if tree.last_name(call.func) == _TAKES_OFF else given[:1]
        texts = (one.value for one in asked if isinstance(one, tree.Constant) and isinstance(one.value, str))
        if any(text.lstrip("^").replace("\\", "") in prefixes for text in texts):  # or is a pattern: `^module\.`
            return True
    return False


def _cuts_by_length(syntax: tree.Tree, prefixes: set[str]) -> bool:
    """Whether a function that loads weights cuts off as much of each name: `name[7:]`."""
    lengths = {len(prefix) for prefix in prefixes}
    loading = {syntax.scope(call) for call in syntax.calls_named("load_state_dict")}
    for part in syntax.all(tree.Subscript):
        cut, name = part.index, part.value
        if isinstance(cut, tree.Slice) and isinstance(name, tree.Name) and syntax.scope(part) in loading:
            begins = cut.lower.value if isinstance(cut.lower, tree.Constant) and cut.upper is None else None
            if begins in lengths and any(_goes_through(loop, name.id) for loop in syntax.around(part)):
                return True
    return False


def _goes_through(loop: tree.Node, name: str) -> bool:
    """Whether something is a loop or a comprehension over what has this name."""
    clauses = loop.clauses if isinstance(loop, tree.Comprehension) else [loop] if isinstance(loop, tree.For) else []
    return any(isinstance(one, tree.Name) and one.id == name for over in clauses for one in tree.walk(over.target))


@dataclass(frozen=True, slots=True, eq=False)
class PreparedState(CallView):
    """A call of `state_dict()` on what accelerate has prepared, whose result is saved."""

    unwrapping: str  # the code that takes the model out: `accelerator.unwrap_model(model)`

    @property
    def without_wrapper(self) -> tuple[Edit, ...]:
        """The edit that saves the model as it is inside."""
        return self.receiver.put(self.unwrapping) if self.receiver is not None else ()


def prepared_states(file: File) -> Iterator[PreparedState]:
    """The places where a model is saved as `accelerator.prepare` gave it, in a program that nowhere knows of that."""
    for call in _saved(file):
        model = call.receiver.node if call.receiver is not None else None
        definition = reaching_definition(file.tree, model) if isinstance(model, tree.Name) else None
        source = definition.source if definition is not None else None
        prepared = CallView(file, source) if isinstance(source, tree.Call) else None
        by = prepared.receiver if prepared is not None and prepared.method == "prepare" else None
        if by is None or by.value.ref != "accelerate.Accelerator":
            continue  # somebody else's, or already unwrapped
        if call.receiver is None or call.receiver.value.kind != "module":
            continue  # an optimizer, whose state has no such names
        if all(_knows(file, unit, "module") != "surely" for unit in file.analysis.units):
            yield PreparedState(file, call.node, f"{by}.unwrap_model({call.receiver})")


def _programs(file: File, wrapped: list[WeightSnapshotFact]) -> list[SourceUnit]:
    """The files of the programs that wrap what is saved here: all that were read but other callers of the file."""
    ways = {node for fact in wrapped for node in (fact.node, *fact.where.chain)}
    ways |= {node for fact in wrapped for origin in wrappers_of(fact.model) for node in (origin.node, *origin.chain)}
    return [
        unit for unit in file.analysis.units if not unit.is_caller or any(node in unit.tree.parents for node in ways)
    ]


def _knows(file: File, unit: SourceUnit, inside: str) -> Known:
    """Whether a file of the program loads such names, or takes the wrapper or its part of the names off."""
    if _takes_part_off(file, unit, inside):
        return "surely"
    is_taken = any(node.attr == inside for node in unit.tree.all(tree.Attribute))
    known: Known = "maybe" if is_taken else "no"  # `model.module.encode(x)` says nothing of names
    if "load_state_dict" not in unit.mentioned:
        return known
    calls = unit.tree.calls_named("load_state_dict")
    calls = [call for call in calls if not _is_plain_function(file, call)]
    found = {_takes(CallView(file, call), unit.tree) for call in calls}
    return "surely" if "surely" in found or not found else "maybe" if "maybe" in found else known


def _is_plain_function(file: File, call: tree.Call) -> bool:
    """Whether a call runs a function of the project of that name, and no method: `utils.load_state_dict(path)`."""
    functions = file.facts.functions.get(call, ())
    return bool(functions) and all(function.owner is None for function in functions)


def _takes_part_off(file: File, unit: SourceUnit, inside: str) -> bool:
    """Whether a file has the wrapper's part of the names in a string, asks for it, or loads into what is inside."""
    texts = (node.value for node in unit.tree.all(tree.Constant) if isinstance(node.value, str))
    if any(text == inside or (f"{inside}." in text and " " not in text) for text in texts):
        return True
    taken = (node for node in unit.tree.all(tree.Attribute) if node.attr == inside)
    return not all(_is_for_something_else(file, unit, node) for node in taken)


def _is_for_something_else(file: File, unit: SourceUnit, inside: tree.Attribute) -> bool:
    """Whether the model is only taken out to be called, or for a method of its own: `model.module.generate(x)`."""
    used = unit.tree.parents.get(inside)
    if isinstance(used, tree.Call):
        return used.func is inside
    loads = {"load_state_dict", "state_dict"} if unit.tree is file.tree else {"load_state_dict"}
    return isinstance(used, tree.Attribute) and used.attr not in loads


def _takes(load: CallView, syntax: tree.Tree) -> Known:
    """Whether a call may load the names of a wrapper.

    It does not where it loads a file as it is into a model without one, or into something else than a model.
    """
    into, state = load.receiver, load.argument(0, "state_dict")
    if into is None or state is None:
        return "surely"
    if into.value.kind in ("optimizer", "scheduler", "scaler") or _OTHERS.search(tree.last_name(into.node)):
        return "no"
    if _is_part_of_a_model(syntax, into.node):
        return "no"  # pretrained weights of a backbone
    is_known = into.value.kind == "module" or into.is_self
    if is_wrapped(into.value) or not _is_read(load.file, state.node, syntax):
        return "surely"
    return "no" if is_known else "maybe"


def _is_part_of_a_model(syntax: tree.Tree, into: tree.Node) -> bool:
    """Whether a model's constructor loads into a part of it: `self.backbone.load_state_dict(...)`."""
    method = syntax.above(into, tree.FunctionDef)
    owner = syntax.above(method, tree.ClassDef) if method is not None else None
    if not isinstance(method, tree.FunctionDef) or method.name != "__init__" or not isinstance(into, tree.Attribute):
        return False
    body = owner.body if isinstance(owner, tree.ClassDef) else []
    computes = any(isinstance(one, tree.FunctionDef) and one.name == "forward" for one in body)
    return computes and tree.dotted(into.value) == "self"


def _is_read(file: File, node: tree.Node, syntax: tree.Tree, depth: int = 0) -> bool:
    """Whether something is what torch.load has read, or one or some of its entries, whichever way the code takes."""

    def all_read(*nodes: tree.Node) -> bool:
        return all(_is_read(file, one, syntax, depth + 1) for one in nodes)

    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.Subscript):
        return all_read(node.value)
    if isinstance(node, tree.Comprehension) and (chosen := _chosen_from(node)) is not None:
        return all_read(chosen)
    if isinstance(node, tree.Conditional):  # `read["model"] if "model" in read else read`
        return all_read(node.body, node.orelse)
    if isinstance(node, tree.Call):
        func = node.func
        if isinstance(func, tree.Attribute) and func.attr == "get":  # `read.get("model", read)`
            return all_read(func.value, *(one.value for one in node.args[1:]))
        if "torch.load" in by_name(syntax).get(node, ()) or tree.last_name(func) in _DOWNLOADS:
            return True
        functions = file.facts.functions.get(node, ())
        returns = [(f.unit.tree, one.value) for f in functions for one in f.unit.tree.own(f.node, tree.Return)]
        return bool(returns) and all(one is not None and _is_read(file, one, its, depth + 1) for its, one in returns)
    reaching = reaching_definitions(syntax, node) if isinstance(node, tree.Name) else ()
    values = [one.value if one is not None else None for one in reaching]
    return bool(values) and all(value is not None and all_read(value) for value in values)


def _chosen_from(made: tree.Comprehension) -> tree.Expression | None:
    """What a comprehension takes entries from, under their own names: `{k: v for k, v in read.items() if ...}`."""
    clause, func = made.clauses[0], None
    if made.kind == "dict" and len(made.clauses) == 1 and isinstance(clause.target, tree.Tuple):
        func = clause.iter.func if isinstance(clause.iter, tree.Call) and not clause.iter.args else None
    if not isinstance(func, tree.Attribute) or func.attr != "items" or not isinstance(made.element, tree.Name):
        return None
    name = clause.target.elements[0] if isinstance(clause.target, tree.Tuple) else None
    return func.value if isinstance(name, tree.Name) and name.id == made.element.id else None


def _speaks_of_wrapper(unit: SourceUnit, inside: str) -> bool:
    names = [wrapper.rpartition(".")[2] for wrapper, held in HELD_AS.items() if held == inside]
    if any(name in unit.tree.text for name in names):
        return True
    return inside in unit.mentioned or unit.has_text(f"{inside}.")


def _is_conditional(file: File, fact: WeightSnapshotFact) -> bool:
    """Whether a condition decides if a model was wrapped before it is saved, and not about both."""
    save = (*fact.where.chain, fact.node)
    for origin in wrappers_of(fact.model):
        wrap = (*origin.chain, origin.node)
        shared = next((n for n, (one, other) in enumerate(zip(wrap, save)) if one is not other), 0)
        around = {node for call in wrap[shared:] for node in _conditions(file, call)}
        if around - set(_conditions(file, save[shared])):
            return True
    return False


def _conditions(file: File, node: tree.Node) -> Iterator[tree.Node]:
    """The conditions around a piece of code, of whichever file."""
    unit = file.analysis.unit_of(node)
    syntax = unit.tree if unit is not None else file.tree
    around = syntax.above(node, *_CONDITIONS)
    while around is not None:
        yield around
        around = syntax.above(around, *_CONDITIONS)


def _saved(file: File) -> Iterator[CallView]:
    """The calls of `state_dict()` in what is saved, here or by callers of the function that returns it."""
    parts = (part for saved in checkpoints.saved_values(file) for part in tree.walk(saved.node))
    found = dict.fromkeys(part for part in parts if isinstance(part, tree.Call) and _is_state(part))
    return (CallView(file, call) for call in sorted(found, key=lambda call: call.start))


def _is_state(call: tree.Call) -> bool:
    return isinstance(call.func, tree.Attribute) and call.func.attr == "state_dict" and not call.args
