"""Arguments that a class of the project is given, or the forward of a module, and that its code never reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class, Function
from torchlint.queries import View
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

# What reads all parameters of the function around it without naming them: as a name, and as a method or function.
_READS_ALL = frozenset(("locals", "vars", "eval", "exec", "inspect"))
_KEEPS_ALL = frozenset(("save_hyperparameters", "currentframe"))
# Words beside a parameter that say that it does nothing.
_SAYS_SO = re.compile(r"(?i)\b(deprecated|unused|not used|never used|ignored|legacy|compatib\w+|no effect)\b")
# Parameters without which the same is computed, by their names; the last ones are transformers', whose layers all take
# them, and hand them on.
_ASIDE = re.compile(
    r"(?i)^(_.*|.*verbose.*|name|.*_name|log\w*|debug|device\w*|dtype|args?|kwargs|opts?|cfg|config\w*"
    r"|use_cache|past_key_values?|return_dict|output_(attentions|hidden_states|router_logits))$"
)
_ABSTRACT = (tree.Pass, tree.Raise, tree.ExpressionStatement)


@dataclass(frozen=True, slots=True, eq=False)
class IgnoredArgument(View):
    """An argument that has no effect."""

    owner: str  # what is given it: `Encoder`, `Encoder.forward`
    parameter: str
    is_certain: bool  # whether that is surely called, and the argument asks for something


def ignored_arguments(file: File) -> Iterator[IgnoredArgument]:
    """The first argument of a file for each such parameter, in source order."""
    seen: set[tuple[Function, str]] = set()
    for call in file.tree.all(tree.Call):
        called = _called(file, call) if call.args else []
        for function in called:
            unread = function.unit.tree.once(_unread, function.node)
            for name, given in function.passed_by(call).items() if unread else ():
                if name in unread and (function, name) not in seen and _asks(file, function, given, unread[name]):
                    seen.add((function, name))
                    is_certain = len(called) == 1 and not (isinstance(given, tree.Constant) and not given.value)
                    yield IgnoredArgument(file, given, _name(function), name, is_certain)


@dataclass(frozen=True, slots=True, eq=False)
class FixedSetting(View):
    """An attribute that is set to a literal, beside a parameter of its name that is never read."""

    owner: str
    parameter: str


def fixed_settings(file: File) -> Iterator[FixedSetting]:
    """The attributes of a file's classes that are named after an ignored parameter and always hold the same value."""
    for cls in file.analysis.classes:
        function = cls.method("__init__")
        if function is None or function.owner is not cls or not isinstance(function.node, tree.FunctionDef):
            continue
        ignored = file.tree.once(_names_unread, function.node)
        own = function.node.parameters[0].name if ignored and function.node.parameters else ""
        unread = ignored.keys() - file.tree.once(_assigned_again, cls.node) if own else frozenset()
        for node in file.tree.own(function.node, tree.Assign) if unread else ():
            for target in node.targets if _is_literal(node.value) else ():
                if isinstance(target, tree.Attribute) and target.attr in unread and tree.dotted(target.value) == own:
                    yield FixedSetting(file, target, cls.name, target.attr)


def _assigned_again(syntax: tree.Tree, cls: tree.Node) -> frozenset[str]:
    """The attributes that a class assigns or changes in several places, such as a counter that begins at 0."""
    targets = (one.target for one in assignments_in(cls))
    counts = Counter(one.attr for one in targets if isinstance(one, tree.Attribute))
    return frozenset(name for name, count in counts.items() if count > 1)


def _is_literal(node: tree.Expression) -> bool:
    """Whether a value is a number, a string or a tuple of such; None and an empty list are a start, to be filled."""
    if isinstance(node, tree.Constant):
        return node.value is not None
    return isinstance(node, tree.Tuple) and all(isinstance(one, tree.Constant) for one in node.elements)


def _called(file: File, call: tree.Call) -> list[Function]:
    """The constructors, or the forwards, that a call runs, as far as the file shows."""
    constructed = [one for one in file.facts.definitions.get(call, ()) if isinstance(one, Class)]
    made = [one.method("__init__") for one in constructed if _is_ours(one)]
    run = [one for one in file.facts.functions.get(call, ()) if one.name == "forward" and _is_module(one)]
    found = [one for one in (*made, *(run if not constructed else ())) if one is not None]
    return sorted(dict.fromkeys(found), key=lambda one: (one.unit.place, one.node.start))


def _is_ours(cls: Class) -> bool:
    """Whether a class's constructor runs as it is written, and its objects are modules, datasets or the like."""
    is_of_torch = cls.is_module or cls.is_dataset or cls.is_optimizer or cls.is_scheduler
    is_plain = all(
        not any(base.keyword for base in one.node.bases) and "__new__" not in one.methods for one in cls.lineage
    )
    return is_of_torch and is_plain and not cls.fields


def _is_module(function: Function) -> bool:
    return function.owner is not None and function.owner.is_module


def _name(function: Function) -> str:
    owner = function.owner.name if function.owner is not None else ""
    return owner if function.name == "__init__" else f"{owner}.{function.name}"


def _unread(syntax: tree.Tree, node: tree.Node) -> dict[str, tree.Expression]:
    """The defaults of a function's parameters that its body never reads."""
    return {name: default for name, default in _names_unread(syntax, node).items() if default is not None}


def _names_unread(syntax: tree.Tree, node: tree.Node) -> dict[str, tree.Expression | None]:
    """A function's parameters that its body never reads, and defaults; none of a function that may read them all."""
    if not isinstance(node, tree.FunctionDef) or node.decorators:
        return {}
    if all(isinstance(part, _ABSTRACT) for part in node.body) and not _calls(node):
        return {}  # what subclasses are meant to fill in
    names = {one.id for part in node.body for one in tree.walk(part) if isinstance(one, tree.Name)}
    called = {tree.last_name(call.func) for call in _calls(node)}
    if not _READS_ALL.isdisjoint(names) or not _KEEPS_ALL.isdisjoint(called):
        return {}
    defaults = {one.name: one.default for one in node.parameters}
    said = _said(syntax, node)
    return {
        name: default
        for name, default in defaults.items()
        if name not in names and not _ASIDE.match(name) and not any(name in line for line in said)
    }


def _calls(node: tree.FunctionDef) -> list[tree.Call]:
    return [one for part in node.body for one in tree.walk(part) if isinstance(one, tree.Call)]


def _said(syntax: tree.Tree, node: tree.FunctionDef) -> set[str]:
    """The lines of a class which say that something is deprecated, or does nothing."""
    owner = syntax.above(node, tree.ClassDef)
    text = syntax.text_of(owner if owner is not None else node)
    return {line for line in text.splitlines() if _SAYS_SO.search(line)}


def _asks(file: File, function: Function, given: tree.Expression, default: tree.Expression) -> bool:
    """Whether an argument asks for something else than the default: not if it is only what the caller is given."""
    if file.tree.text_of(given) == function.unit.tree.text_of(default):
        return False
    around = file.tree.above(given, tree.FunctionDef) if isinstance(given, tree.Name) else None
    parameters = around.parameters if isinstance(around, tree.FunctionDef) else ()
    return not any(isinstance(given, tree.Name) and one.name == given.id for one in parameters)
