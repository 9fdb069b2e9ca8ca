"""Operators: arithmetic, comparisons, conditionals."""

from __future__ import annotations

from torchlint.binding.traits import outcome_for
from torchlint.domain.iteration import element
from torchlint.domain.joins import join, join_all
from torchlint.domain.provenance import all_origins
from torchlint.domain.values import (
    FALSE,
    MAYBE,
    NO,
    NUMBER,
    TRUE,
    Value,
    literal_given,
    sequence,
    tensor,
    truth_of,
    unknown,
)
from torchlint.flow.conversions import narrow
from torchlint.flow.host_sync import note_formatted
from torchlint.flow.interpreter import evaluate, evaluates
from torchlint.flow.state import Frame
from torchlint.knowledge.meanings import COMPLEMENT, LOGISTIC, NEGATED, SOFTMAX
from torchlint.syntax import tree

# Operators that compare identities or search a container, whatever the numbers are.
_BY_IDENTITY = frozenset(("is", "is not", "in", "not in"))


@evaluates(tree.Conditional)
def _conditional(frame: Frame, node: tree.Conditional) -> Value:
    truth = truth_of(evaluate(frame, node.test))
    if truth is not None:
        return evaluate(frame, node.body if truth else node.orelse)
    layers = frame.interpreter.layers
    layers.undecided += 1
    chosen = join(_where(frame, node, holds=True), _where(frame, node, holds=False))
    layers.undecided -= 1
    return chosen


def _where(frame: Frame, node: tree.Conditional, *, holds: bool) -> Value:
    """The value of one branch, in which what the test shows to be no tensor is plain data."""
    narrowed = narrow(frame, node.test, holds=holds)
    value = evaluate(frame, node.body if holds else node.orelse)
    if narrowed.name:
        frame.scope.names[narrowed.name] = narrowed.before
    return value


@evaluates(tree.BoolOp)
def _bool_op(frame: Frame, node: tree.BoolOp) -> Value:
    return join_all([evaluate(frame, value) for value in node.values])


@evaluates(tree.Compare)
def _compare(frame: Frame, node: tree.Compare) -> Value:
    sides = [evaluate(frame, side) for side in (node.left, *node.comparators)]
    both_none = len(sides) == 2 and sides[0].kind == sides[1].kind == "none"
    if both_none and _stays(frame, node.left) and node.ops[0] in ("is", "is not"):
        return TRUE if node.ops[0] == "is" else FALSE
    if len(sides) == 2 and sides[1].kind == "none" and _is_made_for_call(frame, node.left, sides[0]):
        return {"is": FALSE, "is not": TRUE}.get(node.ops[0], NUMBER)
    if (given := literal_given(sides[0])) is not None and (holds := outcome_for(node, given)) is not None:
        return TRUE if holds else FALSE
    if not _BY_IDENTITY.isdisjoint(node.ops):
        return NUMBER
    kinds = {side.kind for side in sides}
    if "tensor" in kinds or "output" in kinds:
        for side in sides:
            frame.cut(side)
        return tensor(NO, proven=any(side.proven for side in sides))  # a comparison has no gradient
    return Value("unknown", assumed=True) if "unknown" in kinds or "batch" in kinds else NUMBER


def _stays(frame: Frame, node: tree.Expression) -> bool:
    """Whether a name is the same in all passes of the loops around: a parameter that is never reassigned."""
    function = frame.function
    if not frame.loops:
        return True
    if function is None or not isinstance(node, tree.Name) or node.id in function.rebinds:
        return False
    return any(parameter.name == node.id for parameter in function.node.parameters)


def _is_made_for_call(frame: Frame, node: tree.Expression, value: Value) -> bool:
    """Whether a parameter surely is a module, since the call makes one for it: `block(4, activation=nn.Sigmoid())`."""
    function, call = frame.function, frame.chain[-1] if frame.chain else None
    if value.kind != "module" or function is None or not isinstance(call, tree.Call) or not isinstance(node, tree.Name):
        return False
    names = [parameter.name for parameter in function.node.parameters]
    if node.id not in names or node.id in function.rebinds or any(argument.star for argument in call.args):
        return False
    shift = function.is_bound
    given = next((a.value for a in call.args if a.keyword == node.id), None)
    place = names.index(node.id) - shift
    if given is None and 0 <= place < len(call.args) and call.args[place].keyword is None:
        given = call.args[place].value
    return isinstance(given, tree.Call) and value.source is given


@evaluates(tree.UnaryOp)
def _unary_op(frame: Frame, node: tree.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if node.op == "not":
        truth = truth_of(value)
        return NUMBER if truth is None else FALSE if truth else TRUE
    if value.kind == "number":
        return NUMBER
    if value.is_tensor and node.op == "+":
        return value
    if value.is_tensor:
        negated = node.op == "-" and value.made_by == LOGISTIC
        return value.replace(made_by=NEGATED if negated else "", source=value.source if negated else None)
    return value


@evaluates(tree.BinaryOp)
def _binary_op(frame: Frame, node: tree.BinaryOp) -> Value:
    left, right = evaluate(frame, node.left), evaluate(frame, node.right)
    if node.op == "%" and _is_text(node.left):
        note_formatted(frame, node.right)
        return NUMBER
    return operate(frame, left, right, node.op, node)


def _is_text(node: tree.Expression) -> bool:
    """Whether this is a text that is written here, or one that is repeated: `"%g, %g"`, `("%g" * 3)`."""
    while isinstance(node, tree.BinaryOp) and node.op in ("+", "*"):
        node = node.left
    return tree.is_text(node)


def operate(frame: Frame, a: Value, b: Value, op: str, node: tree.Node) -> Value:
    """The result of `a op b`."""
    if a.is_tensor or b.is_tensor:
        both = [v for v in (a, b) if v.is_tensor]
        most = max(v.grad for v in both)
        assumed = all(v.assumed for v in both if v.grad == most)
        if most == NO and frame.state.grad != NO and (a.may_carry or b.may_carry):
            most, assumed = MAYBE, True
        grad = frame.graph(most)
        made_by, source = _meaning(a, b, op, node)
        proven = (a.proven or b.proven) and "instance" not in (a.kind, b.kind)
        made = Value("tensor", grad, made_by, None, (), a.origins | b.origins, source, assumed, proven)
        return frame.watched(made, node) if op == "**" and isinstance(b.ref, float) else made
    kinds = {a.kind, b.kind}
    if kinds <= {"number", "none"}:
        return NUMBER
    if "array" in kinds and kinds <= {"array", "number", "none", "unknown", "batch"}:
        return Value("array")
    if a.kind == b.kind == "dict" and op == "|":
        return Value("dict", ref=a.entries | b.entries, origins=a.origins | b.origins)
    if a.kind == "list" and op == "*":
        return a
    if a.kind in ("list", "tuple") and b.kind in ("list", "tuple") and op == "+":
        if a.kind == b.kind == "tuple":
            return Value("tuple", items=a.items + b.items)
        inside = [element(v) for v in (a, b) if v.items]
        last = (b.items or a.items)[-1:]
        return sequence((join_all(inside), *last) if inside else (), a.origins | b.origins)
    if kinds == {"batch"} or kinds == {"batch", "number"}:
        return Value("batch")
    return unknown(all_origins(a) | all_origins(b))


def _meaning(a: Value, b: Value, op: str, node: tree.Node) -> tuple[str, tree.Node | None]:
    """What the numbers of `a op b` are: 1 - sigmoid(x), or probabilities with an epsilon."""
    left, right = (node.left, node.right) if isinstance(node, tree.BinaryOp) else (None, None)
    if op == "-" and b.made_by == LOGISTIC:
        return (COMPLEMENT, b.source) if _is_one(left) else ("", None)
    if op == "+" and ((_is_one(left) and b.made_by == NEGATED) or (_is_one(right) and a.made_by == NEGATED)):
        return COMPLEMENT, b.source or a.source
    if op == "/" and _is_one(left) and _is_one_plus_exp_of_negated(right):
        return LOGISTIC, node
    if any(isinstance(s, tree.Constant) and not (isinstance(s.value, float) and s.value < 0.5) for s in (left, right)):
        return "", None  # more than an epsilon
    plain = ("number", "unknown")  # an EPS that is imported or a setting
    if op in "+-" and b.kind in plain and a.made_by in (LOGISTIC, COMPLEMENT):
        return a.made_by, a.source
    if op == "+" and a.kind in plain and b.made_by in (LOGISTIC, COMPLEMENT):
        return b.made_by, b.source
    if op == "+" and {a.kind, b.kind} == {"tensor", "number"}:
        probabilities = a if a.is_tensor else b
        return (SOFTMAX, probabilities.source) if probabilities.made_by == SOFTMAX else ("", None)
    return "", None


def _is_one_plus_exp_of_negated(node: tree.Node | None) -> bool:
    """Whether this is `1 + exp(-x)`: its inverse is the sigmoid of x."""
    if not isinstance(node, tree.BinaryOp) or node.op != "+":
        return False
    power = node.right if _is_one(node.left) else node.left if _is_one(node.right) else None
    if not isinstance(power, tree.Call) or tree.last_name(power.func) != "exp":
        return False
    exponent = tree.positional(power, 0) or (power.func.value if isinstance(power.func, tree.Attribute) else None)
    return isinstance(exponent, tree.UnaryOp) and exponent.op == "-"


def _is_one(node: tree.Node | None) -> bool:
    return isinstance(node, tree.Constant) and node.value == 1 and not isinstance(node.value, bool)
