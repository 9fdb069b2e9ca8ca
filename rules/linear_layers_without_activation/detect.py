"""Linear layers that follow each other with nothing between them that is not linear."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from torchlint.binding.use_def import resolved_expression
from torchlint.domain.values import Value
from torchlint.knowledge.operations import full_names
from torchlint.queries import CallView, View, testing
from torchlint.queries.gradients import called_value, folded
from torchlint.queries.modules import method_around, sequentials
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LINEAR = "torch.nn.Linear"
_RANK = re.compile(r"(^|_)(rank|r)$|lora", re.IGNORECASE)  # how programs name the size of a low-rank product
_MOST_DROPOUTS = 4  # between two linear layers


@dataclass(frozen=True, slots=True, eq=False)
class LinearPair(View):
    """The second of two linear layers, where it is called or made."""

    first: CallView  # where the first was made
    second: CallView
    before: LinearPair | None = None  # the pair whose second layer is the first of this one

    @property
    def sizes(self) -> tuple[float | None, float | None, float | None]:
        """The sizes of the input, between the two, and of the output, where they are known."""
        given = (self.first.argument(0, "in_features"), self.first.argument(1, "out_features"))
        out = self.second.argument(1, "out_features")
        into, between, after = (folded(self.file, one.node) if one is not None else None for one in (*given, out))
        return into, between, after

    @property
    def is_certain(self) -> bool:
        """Whether all sizes are known."""
        return None not in self.sizes and not self.is_in_loop

    @property
    def is_in_loop(self) -> bool:
        """Whether a loop calls layers of one list, of which there may be only one."""
        return self.first.node is self.second.node

    @property
    def is_a_bottleneck(self) -> bool:
        """Whether the two are a product of two small matrices: the size between them is less, or called a rank."""
        into, between, after = self.sizes
        rank = self.first.argument(1, "out_features")
        if rank is not None and _RANK.search(tree.last_name(rank.node)):
            return True
        others = [one for one in (into, after) if one is not None]
        if between is not None and not others:
            bias = self.first.argument(2, "bias")  # without one, people write factors, such as those of LoRA
            return bias is not None and bias.text == "False"
        return between is not None and all(between < one for one in others)

    @property
    def start(self) -> LinearPair:
        """The first pair of a row of layers that are all one, which stands for the row; this one, mostly."""
        before = self.before
        return self if before is None or before.is_a_bottleneck else before.start

    @property
    def is_of_a_tested_toy(self) -> bool:
        """Whether only functions that are tests, by their names and assertions, make objects of the class around."""
        syntax, cls = self.file.tree, self.file.tree.above(self.node, tree.ClassDef)
        if not isinstance(cls, tree.ClassDef):
            return False
        makers = [syntax.scope(call) for call in syntax.calls_named(cls.name)]
        return bool(makers) and all(map(self._is_test, makers)) and not self._is_used_elsewhere(cls.name)

    def _is_test(self, scope: tree.Node) -> bool:
        is_named_so = isinstance(scope, tree.FunctionDef) and scope.name.startswith("test_")
        return is_named_so and bool(self.file.tree.inside(scope, tree.Assert))

    def _is_used_elsewhere(self, name: str) -> bool:
        """Whether a file that imports this one uses a name like the class's."""
        around = self.file.project_files
        if around is None:
            return False
        users = [user for user in around.users(self.file.place) if name in around.text(user)]
        return any(_speaks_of(node, name) for syntax in around.trees(users) for node in tree.walk(syntax.root))


def _speaks_of(node: tree.Node, name: str) -> bool:
    """Whether a piece of code is a name, or imports it, perhaps under another one."""
    if isinstance(node, tree.ImportFrom):
        return any(alias.name == name for alias in node.names)
    return tree.last_name(node) == name


def linear_pairs(file: File) -> Iterator[LinearPair]:
    """Linear layers right behind one another, in a Sequential or in a method, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found = [pair for parts in sequentials(file) for pair in _in_sequential(file, parts)]
    for node in file.tree.all(tree.Call):
        method = method_around(file, node) if len(node.args) == 1 else None
        # In Lightning's steps, one model is called with another one's output.
        if method is not None and not method.node.name.endswith("_step"):
            found += _in_method(file, node)
    for loop in file.tree.all(tree.For):
        method = method_around(file, loop)
        found += _in_loop(file, loop) if method is not None else ()
    by_second: dict[tree.Node, LinearPair] = {}
    for pair in sorted(found, key=lambda pair: pair.node.start):
        linked = replace(pair, before=None if pair.is_in_loop else by_second.get(pair.first.node))
        by_second[pair.second.node] = linked
        yield linked


def _in_sequential(file: File, parts: tuple[Value, ...]) -> Iterator[LinearPair]:
    before: tree.Call | None = None
    for part in parts:
        if part.dotted_name in full_names("dropout", of="torch.nn"):
            continue
        made = part.source if part.ref == _LINEAR and isinstance(part.source, tree.Call) else None
        if before is not None and made is not None and before is not made and file.holds(made) and file.holds(before):
            yield LinearPair(file, made, CallView(file, before), CallView(file, made))
        before = made


def _in_method(file: File, node: tree.Call) -> Iterator[LinearPair]:
    """A linear layer that is called with what another one gave, perhaps through dropouts."""
    second, here = _made(file, node), node
    for _ in range(_MOST_DROPOUTS + 1 if second is not None else 0):
        given = resolved_expression(file.tree, here.args[0].value)
        if not isinstance(given, tree.Call) or not given.args or not _is_used_once(file, here.args[0].value, given):
            return
        first, here = _made(file, given), given
        if first is not None and second is not None and first is not second:
            yield LinearPair(file, node, CallView(file, first), CallView(file, second))
        if not _is_dropout(file, given):
            return


def _in_loop(file: File, loop: tree.For) -> Iterator[LinearPair]:
    """Linear layers of a list that a loop calls one after another, with nothing else: `x = layer(x)`."""
    only, name = loop.body[0], tree.dotted(loop.target)
    call = only.value if isinstance(only, tree.Assign) and len(loop.body) == 1 else None
    if not isinstance(only, tree.Assign) or not isinstance(call, tree.Call) or len(call.args) != 1:
        return
    given, results = tree.dotted(call.args[0].value), [tree.dotted(one) for one in only.targets]
    made = _made(file, call) if name is not None and tree.dotted(call.func) == name and results == [given] else None
    if made is not None:
        yield LinearPair(file, call, CallView(file, made), CallView(file, made))


def _is_dropout(file: File, node: tree.Call) -> bool:
    """Whether a call drops some of its input, and changes nothing else."""
    called = called_value(CallView(file, node))
    is_layer = called.dotted_name in full_names("dropout", of="torch.nn")
    return is_layer or not CallView(file, node).names.isdisjoint(full_names("dropout"))


def _made(file: File, node: tree.Call) -> tree.Call | None:
    """Where the linear layer was made that is called."""
    value = called_value(CallView(file, node))
    is_one = value.kind == "module" and value.ref == _LINEAR and isinstance(value.source, tree.Call)
    made = value.source if is_one else None
    return made if isinstance(made, tree.Call) and file.holds(made) else None


def _is_used_once(file: File, given: tree.Expression, call: tree.Call) -> bool:
    """Whether what the first layer gave goes to the second and nowhere else."""
    if given is call:
        return True
    function = file.tree.above(call, tree.FunctionDef)
    if not isinstance(given, tree.Name) or function is None:
        return False
    uses = [
        name
        for name in file.tree.inside(function, tree.Name)
        if name.id == given.id and resolved_expression(file.tree, name) is call
    ]
    return len(uses) == 1
