"""Square roots that are differentiated, and whether what they are taken of can be exactly 0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import reaching_definitions, resolved_expression
from torchlint.domain.values import NO
from torchlint.finding import Edit
from torchlint.knowledge.operations import Column, full_names, has_column, operations, spellings
from torchlint.knowledge.torch_api import fact
from torchlint.queries import CallView, ExpressionView, testing
from torchlint.syntax import edits, tree

from .detect_beginnings import begins_without_zeros

if TYPE_CHECKING:
    from torchlint.queries import File

_ROOTS = full_names("root").union(spellings(*(f"{name}_" for name in operations("root"))))
_POWERS = spellings("pow", "pow_")
_SQUARES = frozenset(("square", "pow"))
_LOSSES = frozenset(("torch.nn.functional.mse_loss", "torch.nn.MSELoss.forward"))
# What is under a root whose gradient at 0 is infinite, and not NaN at once.
ONE_MINUS = "1 minus a square"
# What is 0 for each row and itself.
DISTANCE = "a squared distance of rows to themselves"
# What leaves the numbers as they are: those of a result are among those that are given.
_KEEPS: tuple[Column, ...] = ("reshape", "transpose", "select", "copy", "rearrange", "repeat", "cast-float", "move")


class RootView(ExpressionView):
    """A square root, or one divided by it."""

    __slots__ = ()

    @property
    def under(self) -> ExpressionView:
        """What the root is taken of."""
        if isinstance(self.node, tree.BinaryOp):
            return ExpressionView(self.file, self.node.left)
        return CallView(self.file, self.node).operand or self

    @property
    def zero(self) -> str:
        """What can be 0 here, in words: "a sum of squares"; nothing where that is not known."""
        return self._zero(self.under.node)

    def _zero(self, node: tree.Node, depth: int = 0) -> str:
        node = resolved_expression(self.file.tree, node)
        if depth > 6:
            return ""
        if isinstance(node, tree.BinaryOp):
            return self._zero_of_operator(node, depth)
        if not isinstance(node, tree.Call):
            return ""
        call = CallView(self.file, node)
        if call.names & _LOSSES:
            return "" if _keeps_each(node) else "a mean of squares"
        name = operation(call)
        given = call.operand
        if given is None:
            return ""
        if has_column(name, "sum-or-mean"):
            return "a sum of squares" if self._zero(given.node, depth + 1).endswith(("square", "squares")) else ""
        if name in _SQUARES and (name == "square" or _is_two(call.argument(0 if call.receiver == given else 1))):
            return self._square(given.node)
        if name == "var":
            return "a variance"
        if name == "abs":
            return self._square(given.node) and "an absolute value"
        if has_column(name, "clamp") and not _ends_above_zero(call):
            # A gradient passes through what is at the limit.
            return DISTANCE if is_distance_to_itself(self.file, given.node) else self._zero(given.node, depth + 1)
        return self._zero(given.node, depth + 1) if has_column(name, *_KEEPS) else ""

    def _zero_of_operator(self, node: tree.BinaryOp, depth: int) -> str:
        if node.op == "**":
            return self._square(node.left) if _is_number(node.right, 2) else ""
        if node.op == "*" and self._text(node.left) == self._text(node.right):
            return self._square(node.left)
        if node.op in "*/":  # by something else: by how many there are, or a weight in front
            zero = self._zero(node.left, depth + 1)
            is_weighted = not zero and node.op == "*" and ExpressionView(self.file, node.right).carries_grad
            return self._zero(node.right, depth + 1) if is_weighted else zero
        if node.op == "-" and _is_number(node.left, 1):
            return ONE_MINUS if self._squared_here(node.right) is not None else ""
        if node.op == "+" and (self._is_offset(node.left) or self._is_offset(node.right)):
            return ""
        if node.op == "+":
            both = [self._zero(side, depth + 1) for side in (node.left, node.right)]
            return "a sum of squares" if all(one.endswith(("square", "squares", "variance")) for one in both) else ""
        return ""

    def _is_offset(self, node: tree.Node) -> bool:
        """Whether a summand, or what it is the square of, is a number without a graph: what keeps the sum from 0."""
        value = ExpressionView(self.file, _squared(self.file, node) or node).value
        return value.kind == "number" or (value.kind == "tensor" and value.grad == NO)

    def _square(self, node: tree.Node) -> str:
        """The square of something; nothing where that is a parameter which is not 0, neither at first nor later."""
        return "" if begins_without_zeros(self.file, node) else "a square"

    def _squared_here(self, node: tree.Expression) -> tree.Node | None:
        """What is squared by an expression, `x * x` among them; nothing where it has no graph."""
        given = resolved_expression(self.file.tree, node)
        base = _squared(self.file, given)
        if isinstance(given, tree.BinaryOp) and given.op == "*" and self._text(given.left) == self._text(given.right):
            base = given.left
        return base if base is not None and ExpressionView(self.file, base).carries_grad else None

    @property
    def harm(self) -> str:
        """What gradient a 0 gets: 0 times infinity where the root's input has a gradient of 0 there."""
        return "an infinite" if self.zero == ONE_MINUS else "a NaN"

    @property
    def reaches_zero(self) -> bool:
        """Whether the numbers under the root are 0 for some input: of `1 - x ** 2`, for an x that ends at 1."""
        under = _without_limits(self.file, self.under.node)
        if self.zero != ONE_MINUS or not isinstance(under, tree.BinaryOp):
            return True
        base = self._squared_here(under.right)
        return base is not None and ends_at_one(self.file, base)

    def _text(self, node: tree.Node) -> str:
        return self.file.tree.text_of(node)

    @property
    def as_norm(self) -> tuple[Edit, ...]:
        """The edits that compute the same as a norm, whose gradient at 0 is 0; none where it is written otherwise."""
        inner = self.under.node
        if not isinstance(inner, tree.Call) or self._is_reciprocal:
            return ()
        call = CallView(self.file, inner)
        given = call.operand
        base = _squared(self.file, given.node) if given is not None else None
        if operation(call) != "sum" or given is None or base is None:
            return ()
        rest = inner.args if call.receiver == given else inner.args[1:]
        names = ("dim", "keepdim")
        if len(rest) > 2 or any(a.star or (a.keyword or "dim") not in names for a in rest):
            return ()
        said = [f"{a.keyword or names[i]}={self._text(a.value)}" for i, a in enumerate(rest)]
        arguments = ", ".join([self._text(base), *said])
        return self.writing("torch.linalg.vector_norm", lambda name: edits.replace(self.node, f"{name}({arguments})"))

    @property
    def _is_reciprocal(self) -> bool:
        return any(name.endswith("rsqrt") for name in CallView(self.file, self.node).names)


def is_distance_to_itself(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether squared distances are computed by inner products of a tensor with itself: `a + b - 2 * x @ x.t()`."""
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.BinaryOp) or depth > 6:
        return False
    if node.op == "-" and any(_is_gram(file, part) for part in tree.walk(node.right)):
        return True
    return node.op in "+-" and any(is_distance_to_itself(file, side, depth + 1) for side in (node.left, node.right))


def _is_gram(file: File, node: tree.Node) -> bool:
    """Whether a tensor is multiplied by its own transpose, perhaps after a factor: `2 * x @ x.t()`."""
    if isinstance(node, tree.BinaryOp) and node.op == "@":
        left, right = node.left, node.right
    elif isinstance(node, tree.Call) and has_column(tree.last_name(node.func), "product") and len(node.args) == 2:
        left, right = node.args[0].value, node.args[1].value
    else:
        return False
    while isinstance(left, tree.BinaryOp) and left.op == "*":
        left = left.right
    turned = right.func if isinstance(right, tree.Call) else right
    if not isinstance(turned, tree.Attribute) or (
        turned.attr not in ("T", "mT") and not has_column(turned.attr, "transpose")
    ):
        return False
    own, other = file.tree.text_of(left), file.tree.text_of(turned.value)
    return own == other or _are_given_the_same(file, left, turned.value)


def _are_given_the_same(file: File, left: tree.Node, right: tree.Node) -> bool:
    """Whether a call in the file gives both parameters the same tensor: `distances(x, x)`."""
    function = file.tree.scope(left)
    if (
        not isinstance(left, tree.Name)
        or not isinstance(right, tree.Name)
        or not isinstance(function, tree.FunctionDef)
    ):
        return False
    if any(
        one is None or one.kind != "parameter"
        for name in (left, right)
        for one in reaching_definitions(file.tree, name)
    ):
        return False
    for call in file.tree.calls_named(function.name):
        passed = tree.passed_to(function, call)
        one, other = passed.get(left.id), passed.get(right.id)
        if one is not None and other is not None and file.tree.text_of(one) == file.tree.text_of(other):
            return True
    return False


def ends_at_one(file: File, node: tree.Node) -> bool:
    """Whether an expression is a cosine, a tanh or a probability, which all round to 1."""
    made = resolved_expression(file.tree, node)
    if isinstance(made, tree.BinaryOp) and made.op == "@":
        return all(_is_normalised(file, side) for side in (made.left, made.right))
    if not isinstance(made, tree.Call):
        return False
    call = CallView(file, made)
    name = operation(call)
    if has_column(name, "product"):
        return all(_is_normalised(file, argument.value) for argument in made.args[:2]) and len(made.args) > 1
    return has_column(name, "within-1", "sigmoid", "softmax")


def _is_normalised(file: File, node: tree.Node) -> bool:
    """Whether all rows have length 1, as `normalize` makes them."""
    made = resolved_expression(file.tree, node)
    while isinstance(made, (tree.Call, tree.Attribute)):
        if isinstance(made, tree.Call) and tree.last_name(made.func) == "normalize":
            return True
        func = made.func if isinstance(made, tree.Call) else made
        if not isinstance(func, tree.Attribute) or not has_column(func.attr, "transpose"):
            return False
        made = resolved_expression(file.tree, func.value)
    return False


def operation(call: CallView) -> str:
    """The last name of an operation of PyTorch's on tensors."""
    names = {name.rpartition(".")[2] for name in call.names if (known := fact(name)) and known.kind != "module"}
    return names.pop() if len(names) == 1 else ""


def _squared(file: File, node: tree.Node) -> tree.Node | None:
    """What is squared by an expression."""
    if isinstance(node, tree.BinaryOp):
        return node.left if node.op == "**" and _is_number(node.right, 2) else None
    if isinstance(node, tree.Call):
        call = CallView(file, node)
        given = call.operand
        if given is not None and operation(call) == "square":
            return given.node
        if given is not None and operation(call) == "pow":
            return given.node if _is_two(call.argument(0 if call.receiver == given else 1)) else None
    return None


def _ends_above_zero(call: CallView) -> bool:
    """Whether a clamp keeps its numbers from 0, or may do so."""
    first = 0 if call.is_tensor_method else 1
    least = call.argument(first, "min")
    return call.has_stars or least is None or not _is_number(least.node, 0)


def _without_limits(file: File, node: tree.Node) -> tree.Node:
    """What is limited by clamps, where it is."""
    made = resolved_expression(file.tree, node)
    while isinstance(made, tree.Call):
        call = CallView(file, made)
        given = call.operand
        if given is None or not has_column(operation(call), "clamp"):
            break
        made = resolved_expression(file.tree, given.node)
    return made


def _keeps_each(node: tree.Call) -> bool:
    """Whether a loss is asked for each number instead of their mean."""
    return any(a.keyword in ("reduction", "reduce", "size_average") for a in node.args)


def _is_two(given: ExpressionView | None) -> bool:
    return given is not None and _is_number(given.node, 2)


def _is_number(node: tree.Node, *numbers: float) -> bool:
    return isinstance(node, tree.Constant) and not isinstance(node.value, bool) and node.value in numbers


def _is_root(power: CallView) -> bool:
    """Whether a power is a square root, or one divided by it: `x.pow(0.5)`."""
    exponent = power.argument(0 if power.is_tensor_method else 1, "exponent")
    return exponent is not None and _is_number(exponent.node, 0.5)


def roots(file: File) -> Iterator[RootView]:
    """Every square root of a tensor, in source order; none in a test."""
    if testing.is_test_module(file):
        return
    found: list[tree.Node] = [call.node for call in file.calls(*_ROOTS)]
    found += [call.node for call in file.calls(*_POWERS) if _is_root(call)]
    powers = (node for node in file.tree.all(tree.BinaryOp) if node.op == "**" and _is_number(node.right, 0.5, -0.5))
    found += [node for node in powers if file.value(node).value.is_tensor]
    for node in sorted(found, key=lambda n: n.start):
        yield RootView(file, node)
