"""What the use of a name shows about its value: after `x.backward()`, x must carry a graph."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from torchlint.binding.definitions import names_bound
from torchlint.knowledge.naming_conventions import BACKWARDS, names_data, names_model
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

# Only an nn.Module has these (`eval` without arguments; pandas' takes one).
_MODULE_METHODS = operations("distinctive", of="torch.nn.Module") | {"eval"}
# Attributes that DataLoaders have, and little else that a loop iterates over.
_OF_LOADERS = frozenset(("dataset", "sampler", "batch_sampler", "collate_fn"))


class Usage(NamedTuple):
    """The dotted names of one function, class or file, by how they are used."""

    differentiated: frozenset[str]  # x in x.backward(), scaler.scale(x).backward(), engine.backward(x)
    modules: frozenset[str]
    trains: bool  # whether anything is differentiated here
    models: frozenset[str]  # what is called with data, and named like a model: most likely one
    loaders: frozenset[str] = frozenset()  # what a loop iterates over, and is asked for what only a DataLoader has


UNUSED = Usage(frozenset(), frozenset(), trains=False, models=frozenset())


def usage_of(syntax: tree.Tree, node: tree.Node) -> Usage:
    """How names are used in the body of a function or class."""
    return _usage(syntax, node, syntax.own(node, tree.Call))


def usage_everywhere(syntax: tree.Tree, node: tree.Node) -> Usage:
    """How names are used in a body and in the functions inside it."""
    return _usage(syntax, node, syntax.inside(node, tree.Call))


def usage_of_globals(syntax: tree.Tree) -> Usage:
    """How a file's globals are used by its functions, where these don't rebind the names."""
    own: dict[tree.Node, frozenset[str]] = {}
    given: list[set[tuple[str, str]]] = []

    def is_hidden(name: str, call: tree.Call) -> bool:
        function = syntax.above(call, tree.FunctionDef, tree.Lambda)
        while function is not None:
            if function not in own:
                given.extend([_given(syntax)] if not given else [])
                own[function] = _own_names(syntax, function, given[0])
            if name in own[function]:
                return True
            function = syntax.above(function, tree.FunctionDef, tree.Lambda)
        return False

    return _usage(syntax, syntax.root, syntax.all(tree.Call), is_hidden)


def _given(syntax: tree.Tree) -> set[tuple[str, str]]:
    """Which globals of a file are passed to which functions, by the last part of the functions' names."""
    return {
        (tree.last_part(call.func), argument.value.id)
        for call in syntax.own(syntax.root, tree.Call)
        for argument in call.args
        if isinstance(argument.value, tree.Name)
    }


def _own_names(syntax: tree.Tree, node: tree.Node, given: set[tuple[str, str]]) -> frozenset[str]:
    """The names that a function binds; not a parameter that receives the global of the same name."""
    assert isinstance(node, (tree.FunctionDef, tree.Lambda))
    name = node.name if isinstance(node, tree.FunctionDef) else ""
    shared = {name for scoped in syntax.own(node, tree.Scoped) for name in scoped.names}
    own = {p.name for p in node.parameters if (name, p.name) not in given}
    return (names_bound(syntax, node) | own) - shared


def _usage(
    syntax: tree.Tree,
    node: tree.Node,
    calls: Sequence[tree.Call],
    is_hidden: Callable[[str, tree.Call], bool] | None = None,
) -> Usage:
    """How names are used in these calls; a name that `is_hidden` at a call means something else there."""

    def known(call: tree.Call, named: tree.Node) -> str | None:
        name = tree.dotted(named)
        return None if name is None or (is_hidden and is_hidden(name.partition(".")[0], call)) else name

    differentiated: set[str] = set()
    modules: set[str] = set()
    models = {name for call in calls if _looks_like_forward(call) and (name := known(call, call.func))}
    trains = False
    for call in calls:
        if not isinstance(call.func, tree.Attribute):
            continue
        method, receiver = call.func.attr, call.func.value
        if method in BACKWARDS:
            trains = True
            candidates = [receiver] if not call.args else [call.args[0].value]
            if isinstance(receiver, tree.Call) and receiver.args and tree.last_name(receiver.func) == "scale":
                candidates.append(receiver.args[0].value)  # scaler.scale(loss).backward()
            differentiated |= {name for c in candidates if (name := known(call, c))}
        elif method in _MODULE_METHODS and (method != "eval" or not call.args):
            if (name := known(call, receiver)) and name != "self":
                modules.add(name)
    switched = {known(c, c.func.value) for c in calls if isinstance(c.func, tree.Attribute) and _is_train(c)}
    if switched - {None}:
        modules |= {name for c in calls if tree.dotted(c.func) in switched and (name := known(c, c.func))}
    for assign in syntax.own(node, tree.Assign) if differentiated else ():
        # What is assigned as it is to a differentiated name carries a graph as well: `total = loss`.
        if len(assign.targets) == 1 and isinstance(assign.value, tree.Name):
            if tree.dotted(assign.targets[0]) in differentiated:
                differentiated.add(assign.value.id)
    loaders = _loaders(syntax, node)
    if not (differentiated or modules or trains or models or loaders):
        return UNUSED
    return Usage(frozenset(differentiated), frozenset(modules), trains, frozenset(models - modules), loaders)


def _loaders(syntax: tree.Tree, node: tree.Node) -> frozenset[str]:
    """The names that loops iterate over, perhaps with `enumerate`, and that are asked for a dataset or a sampler."""
    read = (one.value for one in syntax.own(node, tree.Attribute) if one.attr in _OF_LOADERS)
    asked = {value.id for value in read if isinstance(value, tree.Name)}
    loops = syntax.own(node, tree.For) if asked else ()
    return frozenset(one.id for loop in loops for one in tree.walk(loop.iter) if isinstance(one, tree.Name)) & asked


def _looks_like_forward(call: tree.Call) -> bool:
    """Whether a call gives data to what is named like a model; a text is given to pipelines and factories."""
    if not call.args or not names_model(tree.last_name(call.func)):
        return False
    if all(argument.keyword for argument in call.args):
        return any(names_data(argument.keyword or "") for argument in call.args)  # or it makes one: `encoder(width=4)`
    return not isinstance(call.args[0].value, (tree.Constant, tree.FormattedString, tree.Lambda))


def _is_train(call: tree.Call) -> bool:
    """Whether this is `x.train()`; something switched this way and called as `x(...)` is a module."""
    return isinstance(call.func, tree.Attribute) and call.func.attr == "train" and not call.args
