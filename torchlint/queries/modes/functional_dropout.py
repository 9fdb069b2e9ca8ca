"""Functional dropout in modules, and whether anything disables it in eval mode."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding.definitions import names_bound
from torchlint.binding.symbols import Function
from torchlint.binding.unpacked import unpacked
from torchlint.binding.use_def import resolved_expression
from torchlint.finding import Edit
from torchlint.knowledge.attention import ATTENTION_DROPOUTS as _ATTENTION
from torchlint.knowledge.torch_api import canonical
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.queries.modes.dead_branches import is_below_none
from torchlint.queries.modules.methods_of_modules import Method, method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_DROPOUTS = frozenset(f"torch.nn.functional.dropout{dimensions}" for dimensions in ("", "1d", "2d", "3d"))
_ATTENTION_NAMES = frozenset(name.rpartition(".")[2] for name in _ATTENTION)
_DROPOUT_NAMES = frozenset(name.rpartition(".")[2] for name in _DROPOUTS)
# Names for the mode: a function that reads one knows when to drop.
_MODES = ("train", "eval", "infer", "determin", "sampl", "generat")
_NO_MODES = re.compile("num_train|pretrain|constrain")  # how many steps of training, how a model was made


class DropoutView(CallView):
    """A call of `F.dropout` or attention with a dropout probability, in a method of a module."""

    __slots__ = ("__dict__",)

    @cached_property
    def method_of_module(self) -> Method | None:
        """The method of a module that contains the call."""
        return method_around(self.file, self.node)

    @property
    def own(self) -> str:
        """The method's name for its object, usually `self`."""
        return self.method_of_module.own if self.method_of_module else "self"

    @property
    def model(self) -> View | None:
        """The module as an expression that `--verify` can observe: a name of it that is read before the call."""
        handed_on = self.node in _handed_on(self.file) or self.node in _handed_on_to_dropout(self.file)
        is_attention = _name(self.file, self.node) in _ATTENTION or handed_on
        looked_at = self.probability if is_attention else self.operand
        if self.method_of_module is None or looked_at is None:
            return None
        return self.method_of_module.mentions_itself(self.file, looked_at.node)

    @property
    def is_given_training_flag(self) -> bool:
        """Whether the call passes `training`, or unpacks arguments that may include it."""
        return self.argument(2, "training") is not None or any(a.star for a in self.node.args)

    @property
    def probability(self) -> ExpressionView | None:
        """The dropout probability; None if it is left out."""
        handed_on = _handed_on(self.file).get(self.node) or _handed_on_to_dropout(self.file).get(self.node)
        if (parameter := handed_on) is not None:
            return self.argument(*parameter)
        place = _ATTENTION.get(_name(self.file, self.node), 1)
        return self.argument(place, "dropout_p") or self.argument(place, "p") or self._unpacked_probability

    @property
    def _unpacked_probability(self) -> ExpressionView | None:
        """What a dict that is written here gives, for attention: `attend(q, k, v, **settings)`."""
        found = unpacked(self.file.tree, self.node, "dropout_p")
        return ExpressionView(self.file, found) if found is not None else None

    @property
    def never_drops(self) -> bool:
        """Whether the probability is a literal 0, or an expression that evaluates to it."""
        written = resolved_expression(self.file.tree, self.probability.node) if self.probability else None
        return isinstance(written, tree.Constant) and not written.value

    @property
    def is_decided_elsewhere(self) -> bool:
        """Whether the probability is a parameter of the method, so that callers decide."""
        method, given = self.method_of_module, self.probability
        names = {p.name for p in method.node.parameters} if method else set()
        return given is not None and any(isinstance(n, tree.Name) and n.id in names - {self.own} for n in _read(given))

    @property
    def reads_training_flag(self) -> bool:
        """Whether anything that runs before the call, or decides whether it runs, reads `training`."""
        method = self.method_of_module
        if method is None:
            return False
        if self._mentions_training_flag(method.node, self.node.start):
            return True
        calls = [] if method.node.name == "forward" else list(method.calls_of(method.node.name))
        return any(self._mentions_training_flag(self.file.tree.above(c, tree.FunctionDef), c.start) for c in calls)

    def _mentions_training_flag(self, function: tree.Node | None, end: int) -> bool:
        spoken = (n for n in tree.walk(function) if n.start < end) if function else iter(())
        return any(_is_of_mode(n) and not self._is_for_another(n) for n in spoken)

    def _is_for_another(self, node: tree.Node) -> bool:
        """Whether `training` is read as an argument of another call: `F.dropout(x, training=self.training)`."""
        argument = self.file.tree.above(node, tree.Argument, tree.FunctionDef)
        if not isinstance(argument, tree.Argument):
            return False
        call = self.file.tree.parents[argument]
        called = tree.last_part(call.func) if isinstance(call, tree.Call) else ""
        return argument.keyword in ("training", "train") or "drop" in called

    @property
    def probability_reads_training_flag(self) -> bool:
        """Whether the probability depends on the mode: `p if self.training else 0.0`."""
        given, method = self.probability, self.method_of_module
        if given is None or method is None:
            return False
        read = list(_read(given))
        names = {n.attr for n in read if isinstance(n, tree.Attribute) and tree.dotted(n.value) == method.own}
        is_property = any(name in cls.methods for cls in method.cls.lineage for name in names)
        return is_property or any(_is_of_mode(n) or isinstance(n, tree.Call) for n in read)

    @property
    def never_runs(self) -> bool:
        """Whether the call is below a condition on an attribute that is only ever assigned None."""
        return is_below_none(self)

    @property
    def is_only_for_training(self) -> bool:
        """Whether the method only runs in training: a framework's training_step, a loss."""
        method = self.method_of_module
        if method is None or method.node.name == "forward":
            return False
        name = method.node.name.lower()
        return name in ("__init__", "training_step") or any(
            word in name for word in ("train", "augment", "noise", "loss")
        )

    @property
    def switches_itself(self) -> bool:
        """Whether the class overrides `train` or `eval`."""
        method = self.method_of_module
        return method is not None and any(name in c.methods for c in method.cls.lineage for name in ("train", "eval"))

    def with_training_flag(self) -> tuple[Edit, ...]:
        """The edit that passes `training=self.training`."""
        return self.put_last(f"training={self.own}.training")

    def halting(self) -> tuple[Edit, ...]:
        """The edit that sets the probability to 0 in eval mode."""
        given = self.probability
        if given is None:
            return ()
        plain = not isinstance(given.node, (tree.Conditional, tree.Lambda, tree.NamedExpression))
        code = given.code if plain else f"({given.code})"
        return given.put(f"{code} if {self.own}.training else 0.0")


def _is_of_mode(node: tree.Node) -> bool:
    name = node.attr if isinstance(node, tree.Attribute) else node.id if isinstance(node, tree.Name) else ""
    spoken = _NO_MODES.sub("", name.lower())
    return any(word in spoken for word in _MODES)


def _read(expression: ExpressionView) -> Iterator[tree.Node]:
    return tree.walk(expression.node)


def _name(file: File, call: tree.Call) -> str:
    return canonical(file.names.spelled_out(call.func))


@query
def functional_dropouts(file: File) -> Iterator[DropoutView]:
    """Calls of F.dropout and its variants in methods of modules, in source order."""
    return _in_modules(file, _DROPOUTS)


@query
def attention_dropouts(file: File) -> Iterator[DropoutView]:
    """Calls of attention functions with a dropout probability in methods of modules, in source order.

    Also those of functions of the project that pass the probability on to an attention function, whatever the mode.
    """
    behind = (DropoutView(file, call) for call in _handed_on(file))
    found = [*_in_modules(file, frozenset(_ATTENTION)), *(call for call in behind if call.method_of_module is not None)]
    return iter(sorted((call for call in found if call.probability is not None), key=lambda call: call.node.start))


@query
def dropouts_behind_functions(file: File) -> Iterator[DropoutView]:
    """Calls, in methods of modules, of functions of the project that pass a probability on to F.dropout, always."""
    calls = (DropoutView(file, call) for call in _handed_on_to_dropout(file))
    found = [call for call in calls if call.method_of_module is not None and call.probability is not None]
    return iter(sorted(found, key=lambda call: call.node.start))


@query
def _handed_on(file: File) -> dict[tree.Node, tuple[int, str]]:
    """Calls of functions that hand a probability on to an attention function: the parameter that it is."""
    return _calls_handing_on(file, _probability_of_attention)


@query
def _handed_on_to_dropout(file: File) -> dict[tree.Node, tuple[int, str]]:
    """Calls of plain functions that hand a probability on to F.dropout: the parameter that it is."""
    return _calls_handing_on(file, _probability_of_dropout)


_Handing = Callable[[tree.Tree, tree.Node], tuple[int, str] | None]


def _calls_handing_on(file: File, probability: _Handing) -> dict[tree.Node, tuple[int, str]]:
    found: dict[tree.Node, tuple[int, str]] = {}
    for call, definitions in file.facts.definitions.items():
        functions = [one for one in definitions if isinstance(one, Function)]
        parameters = {one.unit.tree.once(probability, one.node) for one in functions}
        if len(functions) == len(definitions) and len(parameters) == 1 and file.holds(call):
            parameter = parameters.pop()
            if parameter is not None:
                found[call] = parameter
    return found


def _probability_of_attention(syntax: tree.Tree, function: tree.Node) -> tuple[int, str] | None:
    return _probability_of(syntax, function, _ATTENTION_NAMES)


def _probability_of_dropout(syntax: tree.Tree, function: tree.Node) -> tuple[int, str] | None:
    is_method = isinstance(syntax.parents.get(function), tree.ClassDef)  # there, the call of F.dropout is looked at
    return None if is_method else _probability_of(syntax, function, _DROPOUT_NAMES)


def _probability_of(syntax: tree.Tree, function: tree.Node, names: frozenset[str]) -> tuple[int, str] | None:
    """The parameter, by place and name, that goes to a function of these names as its probability, in every mode.

    None where there is none, or where the function asks for a mode. Where `self` is bound, places count without it.
    """
    if not isinstance(function, tree.FunctionDef):
        return None
    calls = [node for node in syntax.inside(function, tree.Call) if tree.last_part(node.func) in names]
    if not calls or any(map(_is_of_mode, tree.walk(function))):
        return None
    given = {_handed(call) for call in calls}
    parameters = [parameter.name for parameter in function.parameters]
    if len(given) != 1 or (name := given.pop()) not in parameters or name in names_bound(syntax, function):
        return None
    is_method = isinstance(syntax.parents.get(function), tree.ClassDef) and parameters[0] == "self"
    place = parameters.index(name)
    return -1 if function.parameters[place].kind == "keyword" else place - is_method, name


def _handed(call: tree.Call) -> str:
    """The name that is given as a call's probability; empty where something else is, or `training` is given."""
    called = tree.last_part(call.func)
    if called in _DROPOUT_NAMES:
        place, keyword = 1, "p"
        if len(call.args) > 2 or any(one.keyword == "training" or one.star for one in call.args):
            return ""
    else:
        place, keyword = next(place for name, place in _ATTENTION.items() if name.endswith(f".{called}")), "dropout_p"
    by_keyword = next((one.value for one in call.args if one.keyword == keyword), None)
    return tree.dotted(by_keyword or tree.positional(call, place)) or ""


def _in_modules(file: File, names: frozenset[str]) -> Iterator[DropoutView]:
    last = {name.rpartition(".")[2] for name in names}
    imported = (one for statement in file.tree.all(tree.ImportFrom) for one in statement.names)
    last |= {one.asname for one in imported if one.asname and one.name in last}
    for call in file.tree.all(tree.Call):
        called = tree.last_name(call.func)
        if called in last and _name(file, call) in names:
            view = DropoutView(file, call)
            if view.method_of_module is not None:
                yield view
