"""Pretrained networks that a loop loads in each pass, uses once, and drops."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import names_bound
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import is_changed_in, owner_of, resolved_expression, uses
from torchlint.knowledge.costly_calls import ASKED_FOR_WEIGHTS, LOADING_METHODS, LOADS_NETWORK, NOT_NETWORKS
from torchlint.queries import CallView, View, query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_DEEPEST = 12
_LOOPS = (tree.For, tree.Comprehension)
# Loops of which each pass takes long, or whose passes are few.
_SLOW_PASSES = re.compile(
    r"(?i)(\b|_|\d)(epoch|fold|seed|trial|run|scene|exp|experiment|dataset|method|model|ckpt|checkpoint|split|task)"
    r"(s|_|\d|\b)"
)


@dataclass(frozen=True, slots=True, eq=False)
class LoadInLoop(CallView):
    """A call in a loop that loads a network, by itself or in a function."""

    node: tree.Call
    inside: tuple[View, ...]  # the call that loads it, if that is another one in this file

    @property
    def shown(self) -> str:
        """The call without its arguments."""
        return f"{self.file.tree.text_of(self.node.func)}()"


def loads_in_loops(file: File) -> Iterator[LoadInLoop]:
    """Such calls, in source order."""
    for call in file.tree.all(tree.Call):
        loop = _loop_of(file, call)
        if loop is None:
            continue
        if _loads(file, file.tree, call):
            if all(_stays(file.tree, one.value, loop) for one in call.args) and _is_dropped(file.tree, call, loop):
                yield LoadInLoop(file, call, ())
            continue
        for function in file.facts.definitions.get(call, ()):
            if not isinstance(function, Function) or function.name == "__init__" or not _leads_to_load(file, function):
                continue
            passed = function.passed_by(call)
            fixed = {one.name for one in function.node.parameters if one.name not in passed}
            fixed |= {name for name, value in passed.items() if _stays(file.tree, value, loop)}
            found = _loaded_in(file, function, fixed, 0)
            if found is not None:
                yield LoadInLoop(file, call, (View(file, found),) if file.holds(found) else ())
                break


def _loop_of(file: File, call: tree.Call) -> tree.Node | None:
    """The innermost loop of many passes that runs a call in each of them; None if a condition decides."""
    here: tree.Node = call
    for above in file.tree.around(call):
        if isinstance(above, (tree.If, tree.Conditional, tree.While, *tree.Scope)):
            return None
        if isinstance(above, _LOOPS):
            target, over = (above.target, above.iter) if isinstance(above, tree.For) else _first(above)
            if here is over:
                return None
            is_short = isinstance(resolved_expression(file.tree, over), (tree.Tuple, tree.List))
            is_slow = _SLOW_PASSES.search(file.tree.text_of(target)) is not None
            return None if is_short or is_slow else above
        here = above
    return None


def _first(comprehension: tree.Comprehension) -> tuple[tree.Expression, tree.Expression]:
    return comprehension.clauses[0].target, comprehension.clauses[0].iter


def _stays(syntax: tree.Tree, value: tree.Expression, loop: tree.Node) -> bool:
    """Whether an argument is the same in each pass, as far as the loop shows: its names are not assigned there."""
    bound = names_bound(syntax, loop)
    if isinstance(loop, tree.Comprehension):
        bound |= {one.id for clause in loop.clauses for one in tree.walk(clause.target) if isinstance(one, tree.Name)}
    names = {one.id for one in tree.walk(value) if isinstance(one, tree.Name)}
    has_call = any(isinstance(one, tree.Call) for one in tree.walk(value))
    return not has_call and names.isdisjoint(bound) and not is_changed_in(syntax, value, loop)


def _loads(file: File, syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether a call loads a network, or constructs an object of a class that does."""
    led_to = file.facts.definitions.get(call, set())
    names = {one for one in led_to if isinstance(one, str)} | by_name(syntax).get(call, frozenset())
    if any(_is_known_to_load(call, name) for name in names):
        return True
    constructors = (one.method("__init__") for one in led_to if isinstance(one, Class))
    return any(_leads_to_load(file, one) for one in constructors if one is not None)


@query
def _loading(_: File) -> dict[Function, bool]:
    """Whether each function leads to a call that loads a network; added when it is asked for."""
    return {}


def _leads_to_load(file: File, function: Function, depth: int = 0) -> bool:
    """Whether a function, or one that it calls, loads a network on some way."""
    known = _loading(file)
    if function not in known:
        known[function] = False  # while it is looked at, for functions that call each other
        syntax = function.unit.tree
        known[function] = depth < _DEEPEST and any(
            _loads(file, syntax, call)
            or any(
                isinstance(one, Function) and _leads_to_load(file, one, depth + 1)
                for one in file.facts.definitions.get(call, ())
            )
            for call in syntax.own(function.node, tree.Call)
        )
    return known[function]


def _is_known_to_load(call: tree.Call, name: str) -> bool:
    if name in LOADS_NETWORK:
        return True
    owner, _, method = name.rpartition(".")
    if method in LOADING_METHODS:
        return owner.startswith(("transformers.", "diffusers.")) and not owner.endswith(NOT_NETWORKS)
    for begin, asked in ASKED_FOR_WEIGHTS.items():
        if name.startswith(begin) and name.rpartition(".")[2][:1].islower():
            given = [one.value for one in call.args if one.keyword in asked]
            given += [one.value for one in call.args[:1] if not one.keyword and not one.star and len(asked) > 1]
            return any(not isinstance(one, tree.Constant) or bool(one.value) for one in given)
    return False


def _loaded_in(file: File, function: Function, fixed: set[str], depth: int) -> tree.Call | None:
    """The call in a function that loads a network for one use; `fixed` parameters are the same in each call."""
    node, syntax = function.node, function.unit.tree
    if depth > _DEEPEST or not isinstance(node, tree.FunctionDef) or _is_cached(syntax, node):
        return None
    for call in sorted(syntax.own(node, tree.Call), key=lambda one: one.start):
        if syntax.above(call, tree.If, tree.Conditional, *tree.Loops, tree.FunctionDef) is not node:
            continue
        if _loads(file, syntax, call):
            is_same = all(_is_fixed(syntax, one.value, node, fixed, 0) for one in call.args)
            if is_same and _is_dropped(syntax, call, node):
                return call
            continue
        for one in file.facts.definitions.get(call, ()):
            if isinstance(one, Function) and one.name != "__init__" and _leads_to_load(file, one):
                passed = one.passed_by(call)
                inner = {parameter.name for parameter in one.node.parameters if parameter.name not in passed}
                inner |= {name for name, value in passed.items() if _is_fixed(syntax, value, node, fixed, 0)}
                found = _loaded_in(file, one, inner, depth + 1)
                if found is not None:
                    return found
    return None


def _is_cached(syntax: tree.Tree, function: tree.FunctionDef) -> bool:
    """Whether a function keeps what it makes: by a decorator, or in a variable of the file."""
    if any("cache" in syntax.text_of(one).lower() for one in function.decorators):
        return True
    return bool(syntax.own(function, tree.Scoped))


def _is_fixed(syntax: tree.Tree, value: tree.Expression, function: tree.Node, fixed: set[str], depth: int) -> bool:
    """Whether an expression in a function depends on nothing but these parameters, constants and the file's names."""
    for name in tree.walk(value):
        if not isinstance(name, tree.Name) or name.id in fixed or owner_of(syntax, name) is not function:
            continue
        made = resolved_expression(syntax, name)
        if made is name or depth > _DEEPEST or not isinstance(made, tree.Expression):
            return False
        if not _is_fixed(syntax, made, function, fixed, depth + 1):
            return False
    return True


def _is_dropped(syntax: tree.Tree, call: tree.Call, around: tree.Node) -> bool:
    """Whether a network is only called, and not in a loop of its own, nor kept by anything."""
    network: tree.Node = call
    above = syntax.parents.get(network)
    while isinstance(above, tree.Attribute) and isinstance(outer := syntax.parents.get(above), tree.Call):
        network, above = outer, syntax.parents.get(outer)  # `.to(device).eval()`
    if isinstance(above, tree.Call) and above.func is network:
        return True
    name = above.targets[0] if isinstance(above, tree.Assign) and len(above.targets) == 1 else None
    if not isinstance(name, tree.Name):
        return False
    calls = 0
    for use in uses(syntax, name):
        parent = syntax.parents.get(use)
        if isinstance(parent, tree.Call) and parent.func is use:
            calls += 1
            inner = syntax.above(use, *_LOOPS, tree.While, tree.FunctionDef, tree.Lambda)
            if inner is not around:
                return False
        elif not isinstance(parent, tree.Attribute):
            return False
    return calls > 0
