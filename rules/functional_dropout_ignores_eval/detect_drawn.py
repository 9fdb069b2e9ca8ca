"""Dropping by hand, in methods of modules: `torch.rand(n) < self.drop_rate`, `torch.bernoulli(...)`, added noise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.domain.values import NO
from torchlint.knowledge.call_names import DRAWS
from torchlint.queries import ExpressionView, View
from torchlint.queries.modes import DropoutView
from torchlint.queries.modules import Method, method_around
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_UNIFORM = frozenset(
    (
        "torch.rand",
        "torch.rand_like",
        "random.random",
        "numpy.random.rand",
        "numpy.random.random",
        "numpy.random.uniform",
    )
)
_NORMAL = frozenset(("torch.randn", "torch.randn_like"))
_FILLS = "normal_"  # of any tensor
# What attributes are called that tell how much is dropped. No "mask": what is masked is what such a model learns from.
_RATES = ("drop", "keep", "uncond", "ucg", "cfg_prob", "surviv", "death")
_MOST_NAMES = 16  # the uses that are followed from what is drawn
_NAMED = ("p", "prob", "rate", "ratio")  # such an attribute tells it in a class of one of these names
_DROPPING = ("drop", "depth", "stochastic")


@dataclass(frozen=True, slots=True, eq=False)
class DrawnDrop(DropoutView):
    """A draw of random numbers that decides what is dropped, or that is added."""

    decides: tree.Expression  # the comparison, the call or the sum that tells what is dropped
    rate: tree.Expression  # how much: an attribute of the module, or a number

    @property
    def decision(self) -> ExpressionView:
        """The expression that decides what is dropped."""
        return ExpressionView(self.file, self.decides)

    @property
    def probability(self) -> ExpressionView | None:
        """How much is dropped."""
        return ExpressionView(self.file, self.rate)

    @property
    def model(self) -> View | None:
        """The module as an expression that `--verify` can observe."""
        method = self.method_of_module
        return method.mentions_itself(self.file, self.rate) if method is not None else None

    @property
    def scale(self) -> ExpressionView | None:
        """How strong what is added is; None where something is dropped."""
        return self.probability if self.is_noise else None

    @property
    def share(self) -> ExpressionView | None:
        """How much is dropped; None where something is added."""
        return None if self.is_noise else self.probability

    @property
    def is_noise(self) -> bool:
        """Whether the numbers are added, and drop nothing."""
        return isinstance(self.decides, tree.BinaryOp)

    @property
    def knows_mode(self) -> bool:
        """Whether a statement asks for the mode behind the draw, where it draws or where it uses what is drawn."""
        tests = (n.test for n in self.file.tree.around(self.decides) if isinstance(n, (tree.If, tree.Conditional)))
        texts = (self.statement.text, *map(self.file.tree.text_of, tests))
        return any("training" in text for text in texts)

    @property
    def is_switched_by_caller(self) -> bool:
        """Whether it depends on a parameter that is True or False: `if not disable_dropout:`."""
        method = self.method_of_module
        flags = {p.name for p in method.node.parameters if _is_flag(p)} if method is not None else set()
        tests = (n.test for n in self.file.tree.around(self.node) if isinstance(n, (tree.If, tree.Conditional)))
        return any(isinstance(n, tree.Name) and n.id in flags for test in tests for n in tree.walk(test))

    @property
    def is_handed_to_layers(self) -> bool:
        """Whether a layer of the module is given what was drawn, and may ask for the mode before it drops."""
        todo: list[tree.Node] = [self.node]
        for node in todo:  # grows as names are found
            for use in _uses_of_assigned(self.file, node):
                argument = self.file.tree.parents.get(use)
                call = self.file.tree.parents.get(argument) if isinstance(argument, tree.Argument) else None
                called = tree.container(call.func) if isinstance(call, tree.Call) else None
                if isinstance(called, tree.Attribute) and tree.dotted(called.value) == self.own:
                    return True
                todo += [use] if len(todo) < _MOST_NAMES else []
        return False

    @property
    def is_of_forward(self) -> bool:
        """Whether it stands in `forward`, or in a method that another one of the class calls."""
        method = self.method_of_module
        return method is not None and (method.node.name == "forward" or any(method.calls_of(method.node.name)))

    @property
    def is_of_an_objective(self) -> bool:
        """Whether the method computes a loss of noise that it draws, and another one gives results without gradients.

        So is diffusion trained: whatever calls this method asks for a loss that is random anyway.
        """
        method = self.method_of_module
        if method is None:
            return False
        called = {self.file.names.spelled_out(call.func) for call in self.file.tree.inside(method.node, tree.Call)}
        computes = any(name.startswith("torch.nn.functional.") and name.endswith("loss") for name in called)
        others = (one for cls in method.cls.lineage for one in cls.methods.values() if one.node is not method.node)
        return computes and bool(called & _NORMAL) and any(one.grad == NO for one in others)

    @property
    def makes_up_for_it(self) -> bool:
        """Whether what is kept is divided by the share that is kept, as in a dropout: the mean of many is meant."""
        method = self.method_of_module
        if method is None or self.is_noise:
            return False
        wanted = self.file.tree.text_of(self.rate)
        divisors = filter(None, map(_divisor, tree.walk(method.node)))
        resolved = (use_def.resolved_expression(self.file.tree, one) for one in divisors)
        return any(wanted in self.file.tree.text_of(one) for one in resolved)


def drawn_drops(file: File) -> Iterator[DrawnDrop]:
    """Draws in methods of modules that decide what is dropped, by an attribute of the module or by a number."""
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) in (*DRAWS, _FILLS) and (method := method_around(file, call)) is not None:
            drop = _drop(file, call, method)
            if drop is not None:
                yield drop


def _drop(file: File, call: tree.Call, method: Method) -> DrawnDrop | None:
    spelled = file.names.spelled_out(call.func)
    if spelled in _NORMAL:
        return _noise(file, call, method)
    if tree.last_name(call.func) == _FILLS:
        return _filled_noise(file, call, method)
    if spelled in _UNIFORM:
        compared = _comparison(file, call)
        rate = _rate_in(file, compared, method) if compared is not None else None
        if compared is not None and rate is None and _runs_layers(file, method):
            rate = next((side for side in (compared.left, *compared.comparators) if _is_share(side)), None)
        return DrawnDrop(file, call, compared, rate) if compared is not None and rate is not None else None
    if spelled == "torch.bernoulli" or tree.last_name(call.func) == "bernoulli_":
        rate = next(filter(None, (_rate_in(file, argument.value, method) for argument in call.args)), None)
        return DrawnDrop(file, call, call, rate) if rate is not None else None
    return None


def _comparison(file: File, call: tree.Call) -> tree.Compare | None:
    """The comparison of what is drawn, at once or by the name that it gets."""
    around = file.tree.parents.get(call)
    while isinstance(around, (tree.Attribute, tree.Call)) and tree.last_name(call.func) != "random":
        around = file.tree.parents.get(around)  # `torch.rand(n).cuda() < p`
    if isinstance(around, tree.Assign) and len(around.targets) == 1 and isinstance(around.targets[0], tree.Name):
        read = use_def.uses(file.tree, around.targets[0])
        compared = [file.tree.parents.get(name) for name in read]
        return next((one for one in compared if isinstance(one, tree.Compare)), None)
    return around if isinstance(around, tree.Compare) else None


def _rate_in(file: File, node: tree.Node, method: Method) -> tree.Expression | None:
    """The attribute of the module, somewhere in an expression, that tells how much is dropped."""
    drops = any(word in method.cls.name.lower() for word in _DROPPING)
    for part in tree.walk(node):
        held = use_def.resolved_expression(file.tree, part) if isinstance(part, tree.Name) else part
        for one in tree.walk(held):
            if isinstance(one, tree.Attribute) and tree.dotted(one.value) == method.own:
                name = one.attr.lower()
                if any(word in name for word in _RATES) or (drops and name in _NAMED):
                    return one
    return None


def _is_share(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and isinstance(node.value, float) and 0 < node.value < 1


def _runs_layers(file: File, method: Method) -> bool:
    """Whether the method runs layers of its module, as a transform that is a module does not."""
    own = {name for cls in method.cls.lineage for name in cls.methods}
    called = (n.func for n in tree.walk(method.node) if isinstance(n, tree.Call))
    return any(
        isinstance(func, tree.Attribute) and tree.dotted(func.value) == method.own and func.attr not in own
        for func in called
    )


def _noise(file: File, call: tree.Call, method: Method) -> DrawnDrop | None:
    """A sum of something and of normal noise that an attribute of a noise layer scales: `x + draw * self.sigma`."""
    product = file.tree.parents.get(call)
    total = file.tree.parents.get(product) if isinstance(product, tree.BinaryOp) and product.op == "*" else None
    if not isinstance(total, tree.BinaryOp) or total.op != "+" or "noise" not in method.cls.name.lower():
        return None
    scale = next((n for n in tree.children(product) if isinstance(n, tree.Attribute)), None) if product else None
    if scale is None or tree.dotted(scale.value) != method.own:
        return None
    return DrawnDrop(file, call, total, scale)


def _filled_noise(file: File, call: tree.Call, method: Method) -> DrawnDrop | None:
    """The same, of a tensor that is filled: `noise = torch.empty_like(x).normal_(0, self.sigma)`, and `x + noise`."""
    scale = tree.argument(call, 1, "std")
    if scale is None or not isinstance(scale, tree.Attribute) or tree.dotted(scale.value) != method.own:
        return None
    read = (call, *_uses_of_assigned(file, call))
    totals = (above for one in read if isinstance(above := file.tree.parents.get(one), tree.BinaryOp))
    total = next((one for one in totals if one.op == "+"), None)
    is_noise = "noise" in method.cls.name.lower()
    return DrawnDrop(file, call, total, scale) if total is not None and is_noise else None


def _uses_of_assigned(file: File, node: tree.Node) -> list[tree.Name]:
    """The uses of the name that a statement assigns what it makes of a node to."""
    statement = file.tree.statement(node)
    target = statement.targets[0] if isinstance(statement, tree.Assign) and len(statement.targets) == 1 else None
    return list(use_def.uses(file.tree, target)) if isinstance(target, tree.Name) else []


def _is_flag(parameter: tree.Parameter) -> bool:
    return isinstance(parameter.default, tree.Constant) and isinstance(parameter.default.value, bool)


def _divisor(node: tree.Node) -> tree.Node | None:
    if isinstance(node, (tree.BinaryOp, tree.AugmentedAssign)) and node.op.rstrip("=") == "/":
        return node.right if isinstance(node, tree.BinaryOp) else node.value
    if isinstance(node, tree.Call) and tree.last_name(node.func) in ("div", "div_"):
        return tree.positional(node, 0)
    return None
