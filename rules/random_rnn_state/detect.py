"""Initial states of recurrent layers that a module draws at random whenever it is called."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import Definition, assignments_to
from torchlint.binding.use_def import reaching_definitions, uses
from torchlint.knowledge.call_names import DRAWS, HOLDS_TENSORS
from torchlint.knowledge.operations import VIEWS, has_column
from torchlint.queries import CallView
from torchlint.queries.gradients import called_value
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_PACKAGE = "torch.nn"
_KEEPS = ("move", "cast", "cast-float", "copy", *VIEWS)
# Generators start from noise on purpose, and so does what samples; an example needs any state.
_MEANT = re.compile(
    r"noise|noisy|latent|gan\b|generat|sampl|\bz\b|vae|rand|stochastic|flops|macs|example|dummy|demo|profile|export",
    re.IGNORECASE,
)
# What fills a tensor in place with numbers that it draws: of `torch.nn.init`, and of tensors.
_FILLS = re.compile(r"(^|_)(normal|uniform|orthogonal)_$")
_DEEPEST = 12
_NOWHERE = 99  # no place for what only a keyword gives


@dataclass(frozen=True, slots=True, eq=False)
class RandomState(CallView):
    """A call that draws the numbers of an initial state."""

    layer: CallView  # the call of the recurrent layer that is given it
    is_certain: bool  # whether each call of the layer's module draws it

    @property
    def is_replaceable(self) -> bool:
        """Whether `zeros` takes the same arguments."""
        is_plain = bool(self.spelled & {"torch.randn", "torch.rand"})
        return is_plain and self.argument(_NOWHERE, "generator") is None


class _Draw:
    """Follows a state to what draws it, in the code that runs whenever one method does."""

    def __init__(self, file: File, method: tree.FunctionDef) -> None:
        self.file = file
        self.method = method
        self.seen: set[tree.Node] = set()
        self.found: dict[tree.Call, bool] = {}

    def follow(self, node: tree.Node | None, is_certain: bool = True) -> None:
        """Collects the calls that draw a part of what an expression holds."""
        if node is None or node in self.seen or len(self.seen) > _DEEPEST * _DEEPEST:
            return
        self.seen.add(node)
        if isinstance(node, (tree.Tuple, tree.List)):
            for element in node.elements:
                self.follow(element, is_certain)
        elif isinstance(node, tree.BinaryOp):
            # With anything but a number, it is a sample or noise: `mean + std * torch.randn_like(std)`.
            for one, other in ((node.left, node.right), (node.right, node.left)):
                if isinstance(other, tree.Constant):
                    self.follow(one, is_certain)
        elif isinstance(node, tree.Conditional):
            self.follow(node.body, False)
            self.follow(node.orelse, False)
        elif isinstance(node, tree.Subscript):
            self.follow(node.value, is_certain)
        elif isinstance(node, tree.Comprehension) and node.kind in ("list", "generator"):
            self.follow(node.element, is_certain)
        elif isinstance(node, tree.Name):
            self._name(node, is_certain)
            self._filled(node, is_certain)
        elif isinstance(node, tree.Attribute):
            self._attribute(node, is_certain)
        elif isinstance(node, tree.Call):
            self._call(node, is_certain)

    def _call(self, call: tree.Call, is_certain: bool) -> None:
        functions = self.file.facts.functions.get(call)
        if functions:
            for one in functions:
                if one.unit.tree is self.file.tree and isinstance(one.node, tree.FunctionDef) and len(functions) == 1:
                    for end in self.file.tree.own(one.node, tree.Return):
                        self.follow(end.value, is_certain)
            return
        name = tree.last_name(call.func)
        if name in DRAWS or name in ("normal_", "uniform_"):
            if not _depends_on_mode(self.file, call):
                self.found[call] = is_certain
        elif name in HOLDS_TENSORS and call.args:
            self.follow(call.args[0].value, is_certain)
        elif has_column(name, *_KEEPS) and isinstance(call.func, tree.Attribute):
            self.follow(call.func.value, is_certain)

    def _name(self, name: tree.Name, is_certain: bool) -> None:
        known = [one for one in reaching_definitions(self.file.tree, name) if one is not None]
        own = [one for one in known if not self._is_of_layer(one) and not _is_left_out(one)]
        for one in own:
            if one.kind == "assignment":
                self.follow(one.value if one.value is not None else one.source, is_certain and len(own) == 1)

    def _filled(self, name: tree.Name, is_certain: bool) -> None:
        """What fills a tensor before it is used: `nn.init.normal_(h)`, `h.uniform_(-1, 1)`."""
        syntax = self.file.tree
        made = set(reaching_definitions(syntax, name))
        for use in uses(syntax, name):
            above = syntax.parents.get(use)
            call = syntax.parents.get(above) if isinstance(above, (tree.Argument, tree.Attribute)) else None
            if not isinstance(call, tree.Call) or call.end > name.start or syntax.scope(call) is not syntax.scope(name):
                continue  # read, or filled later
            if made.isdisjoint(reaching_definitions(syntax, use)):
                continue  # another tensor had that name
            is_given = bool(call.args) and call.args[0] is above and not isinstance(call.func, tree.Name)
            is_own = isinstance(above, tree.Attribute) and call.func is above
            is_statement = isinstance(syntax.parents.get(call), tree.ExpressionStatement)
            if (is_given or is_own) and is_statement and _FILLS.search(tree.last_name(call.func)):
                if not _depends_on_mode(self.file, call):
                    is_always = syntax.parents.get(syntax.statement(call)) is syntax.scope(call)
                    self.found[call] = is_certain and is_always

    def _attribute(self, node: tree.Attribute, is_certain: bool) -> None:
        cls, dotted = self.file.tree.above(node, tree.ClassDef), tree.dotted(node) or ""
        if cls is None or not dotted.startswith("self.") or dotted.count(".") > 1:
            return
        for one in assignments_to(self.file.tree, cls, dotted):
            function = self.file.tree.scope(one.node)
            if isinstance(function, tree.FunctionDef) and function.name != "__init__" and not self._is_of_layer(one):
                runs = function is self.method or self._calls(function)
                self.follow(one.value if one.value is not None else one.source, is_certain and runs)

    def _calls(self, function: tree.FunctionDef) -> bool:
        """Whether the method itself calls another one of its object: `self.init_hidden(len(x))`."""
        calls = self.file.tree.own(self.method, tree.Call)
        return any(tree.dotted(one.func) == f"self.{function.name}" for one in calls)

    def _is_of_layer(self, one: Definition) -> bool:
        """Whether this is what a recurrent layer gave: `out, hidden = self.lstm(x, hidden)`."""
        return isinstance(one.source, tree.Call) and is_recurrent(self.file, one.source)


def random_states(file: File) -> Iterator[RandomState]:
    """Such calls, in source order."""
    found: dict[tree.Call, RandomState] = {}
    for call in file.tree.all(tree.Call):
        given = tree.argument(call, 1, "hx")
        method = file.tree.scope(call)
        if given is None or not isinstance(method, tree.FunctionDef) or not is_recurrent(file, call):
            continue
        cls = file.analysis.class_at.get(file.tree.parents.get(method))
        if cls is None or not cls.is_module or method.name == "__init__":
            continue
        search = _Draw(file, method)
        search.follow(given)
        for drawn, is_certain in search.found.items():
            is_meant = _is_meant(file, drawn, method, cls.name)
            state = RandomState(file, drawn, CallView(file, call), is_certain and not is_meant)
            if drawn not in found or state.is_certain:
                found[drawn] = state
    yield from sorted(found.values(), key=lambda one: one.node.start)


def is_recurrent(file: File, call: tree.Call) -> bool:
    """Whether a call is one of a recurrent layer, or of a cell of one."""
    value = called_value(CallView(file, call))
    if value.kind == "module" and isinstance(value.ref, str):
        return _is_name_of_recurrent(value.ref)
    cls, dotted = file.tree.above(call, tree.ClassDef), tree.dotted(call.func) or ""
    if cls is None or not dotted.startswith("self."):
        return False
    # One of several, as an option says: `self.rnn = nn.LSTM(...)`, or `nn.GRU(...)`.
    made = [one.value for one in assignments_to(file.tree, cls, dotted)]
    calls = [one for one in made if isinstance(one, tree.Call)]
    # `self.rnn = self.rnn.double()` is the same layer.
    new = [one for one in calls if not (tree.dotted(one.func) or "").startswith(f"{dotted}.")]
    is_each = all(any(map(_is_name_of_recurrent, file.names.spelled(one))) for one in new)
    return bool(new) and is_each and len(calls) == len(made)


def _is_name_of_recurrent(qualified: str) -> bool:
    package, _, name = qualified.rpartition(".")
    return package.startswith(_PACKAGE) and has_column(name.removesuffix("Cell"), "recurrent", of="torch.nn")


def _is_left_out(one: Definition) -> bool:
    """Whether this is a parameter that is None by default, for which code draws: `if hidden is None:`."""
    default = one.node.default if isinstance(one.node, tree.Parameter) else None
    return isinstance(default, tree.Constant) and default.value is None


def _depends_on_mode(file: File, node: tree.Node) -> bool:
    """Whether code runs in training alone: `if self.training:`, or after `if not self.training: return ...`."""
    tests = [one.test for one in file.tree.around(node) if isinstance(one, (tree.If, tree.Conditional))]
    before = (one for one in file.tree.own(file.tree.scope(node), tree.If) if one.end <= node.start)
    tests += [one.test for one in before if isinstance(one.body[-1], tree.Return)]
    return any("train" in file.tree.text_of(one) for one in tests)


def _is_meant(file: File, drawn: tree.Call, method: tree.FunctionDef, cls: str) -> bool:
    """Whether the names around speak of noise or samples, as those of a generator do."""
    statement = file.tree.statement(drawn)
    targets = [file.tree.text_of(one) for one in tree.targets(statement)]
    around = file.tree.scope(drawn)
    names = [around.name] if isinstance(around, tree.FunctionDef) else []
    return any(_MEANT.search(one) for one in (*targets, *names, method.name, cls))
