"""Numbers of an evaluation that each process counts over its own part of the data, and nobody adds up."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Literal

from torchlint.binding.use_def import reaching_definition, reaching_definitions
from torchlint.knowledge.call_names import AVERAGES
from torchlint.queries import View, distributed
from torchlint.syntax import tree

from . import detect_prepared

if TYPE_CHECKING:
    from torchlint.queries import File

# What brings the numbers of all processes together, in functions of whatever name.
BRINGS_TOGETHER = re.compile(r"reduce|gather|sync|aggregate|collect|all_to_all|world_avg|dist_mean", re.IGNORECASE)
# What synchronises streams, or the statistics of batch norms, and no numbers.
_OF_OTHER_THINGS = re.compile(r"cuda\.synchronize$|convert_sync_batchnorm$|no_sync$")
# What shows a number, or writes it down.
_SHOWS = re.compile(r"print|info|log|scalar|write|debug|warning|report", re.IGNORECASE)
# What says whose number it is.
_OF_RANK = re.compile(r"rank|gpu", re.IGNORECASE)
# Lists of how long something took, which is not a number of the data.
_OF_TIME = re.compile(r"(^|_)(times?|latenc(y|ies)|durations?|elapsed|fps|speeds?)($|_)", re.IGNORECASE)
# What an object takes with each pass, and what it is then.
_ADDS = {"update": "meter", "append": "list", "extend": "list"}
# How a meter is asked for what it has counted.
_METERS = "meters"
_OF_METER = ("avg", "average", "mean", "global_avg", "sum", "value", "get_value", "get_average", "result", _METERS)


@dataclass(frozen=True, slots=True, eq=False)
class PartialNumber(View):
    """A number that is shown, and is that of this process's part of the data."""

    counted: str  # what adds it up in the loop
    loader: View  # the DataLoader that gives out a part, or the call that divides one; perhaps in another file
    reduces: str  # the function that adds up the numbers of all processes
    is_of_list: bool  # whether it is computed from a list of outputs, which can't be summed
    is_certain: bool  # whether it is a plain sum, and shown here: a meter or a caller may bring the parts together


def partial_numbers(file: File) -> Iterator[PartialNumber]:
    """The first number of each evaluation, in source order."""
    found: dict[tree.Node, PartialNumber] = {}
    for node, batches_of in _evaluations(file):
        if node in found:
            continue  # in another run
        divided = next((by for made in batches_of if (by := _divided(file, made)) is not None), None)
        by = divided or detect_prepared.shared_out(file, node)
        together = [syntax.once(_brings_together, scope) for syntax, scope in _scopes(file, node)]
        if by is None or any(None in names for names in together):
            continue
        synchronised = together[0]
        reduces = "dist.all_reduce" if divided else "accelerator.reduce"
        is_for_several = divided is not None or detect_prepared.is_for_several(file)
        for name, source, is_certain in _shown(file, node, but=synchronised):
            is_of_list = _counted(node).get(source) == "list"
            found[node] = PartialNumber(file, name, source, by, reduces, is_of_list, is_certain and is_for_several)
            break
    yield from sorted(found.values(), key=lambda one: one.node.start)


def _evaluations(file: File) -> Iterator[tuple[tree.For, tuple[tree.Node, ...]]]:
    """The loops of this file that train nothing, over a DataLoader or what a `prepare` returns, and what made that."""
    known = set[tree.Node]()
    for loop, _ in file.facts.loops_over:
        known.add(loop.node)
        if not loop.trains and isinstance(loop.node, tree.For) and file.holds(loop.node):
            yield loop.node, loop.batches_of
    yield from ((loop, ()) for loop in detect_prepared.loops_over_prepared(file) if loop not in known)


def _divided(file: File, made: tree.Node) -> View | None:
    """The DataLoader that is made with a DistributedSampler."""
    if not isinstance(made, tree.Call):
        return None
    return View(file, made) if distributed.samplers_given(file, made) else None


def _scopes(file: File, loop: tree.Node) -> Iterator[tuple[tree.Tree, tree.Node]]:
    """The function around a loop, and those that call it, here or in files that were analysed with this one."""
    function = file.tree.scope(loop)
    yield file.tree, function
    if isinstance(function, tree.FunctionDef):
        for syntax in [unit.tree for unit in file.analysis.units]:
            yield from ((syntax, syntax.scope(call)) for call in syntax.calls_named(function.name))


def _brings_together(syntax: tree.Tree, scope: tree.Node) -> frozenset[str | None]:
    """The objects of a function that bring their own numbers together; None among them where a call may do more.

    `meters.synchronize_between_processes()` gets nothing but its meters: a list of outputs beside them stays as it is.
    """
    found: set[str | None] = set()
    for call in syntax.own(scope, tree.Call):
        name = tree.dotted(call.func) or tree.last_name(call.func)
        if not BRINGS_TOGETHER.search(name.rpartition(".")[2]) or _OF_OTHER_THINGS.search(name):
            continue
        holder = call.func.value if isinstance(call.func, tree.Attribute) else None
        is_own = isinstance(holder, tree.Name) and not call.args and reaching_definition(syntax, holder) is not None
        found.add(holder.id if isinstance(holder, tree.Name) and is_own else None)
    return frozenset(found)


def _shown(file: File, loop: tree.For, but: frozenset[str | None]) -> Iterator[tuple[tree.Name, str, bool]]:
    """The numbers that a loop counts, where they are first shown or returned after it, and whether that is certain.

    If some objects, `but`, bring theirs together, only what is computed from lists is left.
    """
    counted = {name: how for name, how in _counted(loop).items() if not but or (how == "list" and name not in but)}
    scope = file.tree.scope(loop)
    names = file.tree.once(_names_shown, scope) if counted else []
    for name, how in names[bisect_right(names, loop.end, key=lambda one: one[0].start) :]:
        source = _source(file, name)
        is_sum = counted.get(source) == "sum"
        is_of_list = counted.get(source) == "list" and source != name.id
        if is_sum or is_of_list or (source in counted and _asks_meter(file, name)):
            yield name, source, is_sum and how == "told"


def _names_shown(syntax: tree.Tree, scope: tree.Node) -> list[tuple[tree.Name, str]]:
    """The uses of variables that are told to people, or returned, in source order, and which of both."""
    names = sorted(syntax.own(scope, tree.Name), key=attrgetter("start"))
    return [(name, how) for name in names if (how := _is_shown(syntax, name))]


def _counted(loop: tree.For) -> dict[str, str]:
    """The names that each pass adds to, appends to, or updates as meters."""
    found: dict[str, str] = {}
    for node in tree.walk(loop, into_functions=False):
        if isinstance(node, tree.AugmentedAssign) and node.op.startswith("+"):
            name = _added_to(node.target)
            if name is not None and not isinstance(node.value, tree.Constant):
                found[name] = "sum"
        elif isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _ADDS:
            holder = _holder(node.func.value)
            if isinstance(holder, tree.Name):
                if _ADDS[node.func.attr] != "list" or not _OF_TIME.search(holder.id):
                    found.setdefault(holder.id, _ADDS[node.func.attr])
    return found


def _holder(updated: tree.Expression) -> tree.Expression:
    """What a pass updates, or what has it among its meters: `logger` of `logger.meters["loss"]`."""
    if isinstance(updated, tree.Subscript) and isinstance(updated.value, tree.Attribute):
        return updated.value.value if updated.value.attr == _METERS else updated
    return updated


def _added_to(target: tree.Expression) -> str | None:
    """The name that a pass adds to, or to an entry of it: `stats` of `stats[0] += ...`, `stats[kind] += ...`."""
    if isinstance(target, tree.Subscript) and not isinstance(target.index, (tree.Slice, tree.Tuple)):
        target = target.value  # not `canvas[top:bottom] += patch`
    return target.id if isinstance(target, tree.Name) else None


def _source(file: File, name: tree.Name) -> str:
    """The name that a number is computed from: `correct`, of `accuracy = correct / total`."""
    for one in reaching_definitions(file.tree, name):
        if one is not None and isinstance(one.node, tree.Assign) and one.value is not None:
            calls = [n for n in tree.walk(one.value) if isinstance(n, tree.Call)]
            called = {tree.root_name(call.func) for call in calls if _is_of_function(file, call)}
            inside = [n for n in tree.walk(one.value) if isinstance(n, tree.Name) and n not in called]
            is_computed = not isinstance(one.value, (tree.Constant, tree.Call)) or len(inside) > 1
            if isinstance(one.value, tree.Call):
                is_computed = is_computed or tree.last_name(one.value.func) in AVERAGES
            if inside and is_computed and inside[0].id != name.id:
                return inside[0].id
    return name.id


def _is_of_function(file: File, call: tree.Call) -> bool:
    """Whether this calls a function, of a module or by its name, and not a method of what was counted."""
    return isinstance(call.func, tree.Name) or call in file.names.calls


def _is_shown(syntax: tree.Tree, name: tree.Name) -> Literal["told", "returned", ""]:
    """Whether a number is printed or logged as that of all, or returned."""
    for above in syntax.around(name):
        if isinstance(above, tree.Return):
            return "returned"
        if isinstance(above, tree.Call) and above.func is not name and _SHOWS.search(syntax.text_of(above.func)):
            return "" if _OF_RANK.search(syntax.text_of(above)) else "told"
        if isinstance(above, (tree.Assign, tree.If, tree.Scope)):
            return ""
    return ""


def _asks_meter(file: File, name: tree.Name) -> bool:
    above = file.tree.parents.get(name)
    return isinstance(above, tree.Attribute) and above.attr in _OF_METER
