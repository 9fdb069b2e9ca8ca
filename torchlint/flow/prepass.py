"""What the first pass may skip: it only determines what attributes hold, and records no facts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from torchlint.binding.definitions import assigned
from torchlint.binding.symbols import Function
from torchlint.domain.kinds import ValueKind
from torchlint.domain.values import Value, literal_given, truth_of
from torchlint.knowledge.operations import operations
from torchlint.syntax import tree

_CONSTRUCTORS = frozenset(("__init__", "__post_init__"))
# Methods that change a model's parts and parameters, under whatever name.
_CHANGING_MODELS = operations("register", of="torch.nn.Module")
# Methods that change what they are called on, which may be a function's own, to be forgotten with it.
_CHANGING = frozenset("add append appendleft apply extend insert pop requires_grad_ setdefault update".split())

# What each call makes for itself.
_OBJECTS: frozenset[ValueKind] = frozenset(("module", "optimizer", "scheduler", "scaler"))
_DEEPEST = 3  # containers within containers


def has_outside_effects(function: Function) -> bool:
    """Whether a function affects others: it stores something that outlives the call.

    So does one that constructs a class of the file, passes on a function, or calls such a function by name.
    """
    return function.node in function.unit.tree.once_of_all(_with_outside_effects)


def call_key(function: Function, grad: int, args: list[Value], keywords: dict[str, Value]) -> object:
    """The prepass's memo key of a call; None for calls that are run every time.

    What is stored and returned depends on the kinds of the arguments, which may be returned themselves.
    """
    if function.makes_context or not function.unit.is_target:
        return None
    return (function, grad, tuple(map(_kind, args)), tuple((name, _kind(value)) for name, value in keywords.items()))


def is_made_anew(value: Value, depth: int = 0) -> bool:
    """Whether a result is, or contains, an object that each call makes for itself, such as a model or an optimizer."""
    if value.kind in ("list", "tuple", "dict", "choice"):
        return depth < _DEEPEST and any(is_made_anew(inside, depth + 1) for inside in value.elements)
    return value.kind in _OBJECTS


def _kind(value: Value) -> object:
    """The part of a value that affects what attributes hold; of a number, which flag or literal it is."""
    return ("number", truth_of(value), literal_given(value)) if value.kind == "number" else value.key()


def _with_outside_effects(syntax: tree.Tree) -> set[tree.Node]:
    functions = {function.name for function in syntax.all(tree.FunctionDef)}
    classes = {cls.name for cls in syntax.all(tree.ClassDef)}
    calls: defaultdict[tree.Node, set[str]] = defaultdict(set)  # what each function calls, by name
    more: list[tree.Node] = [function for function in syntax.all(tree.FunctionDef) if function.name in _CONSTRUCTORS]
    for call in syntax.all(tree.Call):
        function, called = syntax.scope(call), tree.last_name(call.func)
        calls[function].add(called)
        given = {tree.last_name(argument.value) for argument in call.args}
        if called in classes or _changes(call) or given & functions:
            more.append(function)
    more += [syntax.scope(statement) for statement in _storing(syntax)]
    found: set[tree.Node] = set()
    while more:
        found.update(more)
        with_effects = {function.name for function in more if isinstance(function, tree.FunctionDef)}
        around = [syntax.scope(function) for function in more if function is not syntax.root]  # which define those
        more = [function for function in around if function not in found]
        more += [function for function, names in calls.items() if function not in found and names & with_effects]
    return found


def _storing(syntax: tree.Tree) -> Iterator[tree.Statement]:
    """Statements that assign to an attribute or to an item of one, or that use global or nonlocal names."""
    yield from syntax.all(tree.Scoped)
    for kind in (tree.Assign, tree.AnnotatedAssign, tree.AugmentedAssign, tree.For):
        statements: list[tree.Node] = syntax.all(kind)
        for one in statements:
            containers = (tree.container(target) for _, target, _ in assigned(one))
            if any(isinstance(container, tree.Attribute) for container in containers):
                yield one


def _changes(call: tree.Call) -> bool:
    """Whether a call changes a model, or what an attribute holds."""
    func = call.func
    if not isinstance(func, tree.Attribute):
        return isinstance(func, tree.Name) and func.id == "setattr"
    return func.attr in _CHANGING_MODELS or (func.attr in _CHANGING and not isinstance(func.value, tree.Name))
