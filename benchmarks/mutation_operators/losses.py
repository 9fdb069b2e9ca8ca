"""What losses are given."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    method,
    operator,
    replaced,
    without_argument,
)

_CLASSES = {
    "cross_entropy": "CrossEntropyLoss",
    "binary_cross_entropy_with_logits": "BCEWithLogitsLoss",
    "binary_cross_entropy": "BCELoss",
    "mse_loss": "MSELoss",
    "l1_loss": "L1Loss",
    "smooth_l1_loss": "SmoothL1Loss",
    "huber_loss": "HuberLoss",
    "kl_div": "KLDivLoss",
}
_REGRESSION = ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss")
_MANY, _LOGITS = "cross_entropy", "binary_cross_entropy_with_logits"


def _losses_made(tree: ast.Module, *classes: str) -> set[str]:
    """The names and attributes that hold an object of one of these loss classes, and never one of another class."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    names = [(ast.unparse(target), called(node.value) in classes) for node in made for target in node.targets]
    return {name for name, is_loss in names if is_loss} - {name for name, is_loss in names if not is_loss}


def _losses(tree: ast.Module, *functions: str) -> Iterator[ast.Call]:
    """Calls of these loss functions, and of objects of their classes, with an input and a target."""
    made = _losses_made(tree, *(_CLASSES[function] for function in functions))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            if called(node) in functions or ast.unparse(node.func) in made:
                yield node


def _applied_to_input(function: str, *losses: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Applies a function to the input of these losses."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for loss in _losses(tree, *losses):
            yield replaced(loss.args[0], function.format(ast.unparse(loss.args[0])))

    return replacements


def _probabilities_in_nll(tree: ast.Module) -> Iterator[Replacement]:
    """`log_softmax` becomes `softmax`, in a file that uses the negative log likelihood."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("log_softmax", "LogSoftmax"):
            changed = ast.unparse(node.func).replace("log_softmax", "softmax").replace("LogSoftmax", "Softmax")
            yield replaced(node.func, changed)


def _swapped(tree: ast.Module) -> Iterator[Replacement]:
    """`cross_entropy(output, target)` becomes `cross_entropy(target, output)`."""
    for loss in _losses(tree, _MANY, _LOGITS, "binary_cross_entropy"):
        first, second = loss.args[:2]
        yield replaced(first, f"{ast.unparse(second)}, {ast.unparse(first)}", second)


def _classes_on_tensors(tree: ast.Module) -> Iterator[Replacement]:
    """`F.mse_loss(a, b)` and `nn.MSELoss()(a, b)` become `nn.MSELoss(a, b)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) >= 2:
            if called(node) in _CLASSES and ast.unparse(node.func).startswith(("F.", "torch.nn.functional.")):
                yield replaced(node.func, f"torch.nn.{_CLASSES[called(node)]}")
            elif isinstance(node.func, ast.Call) and called(node.func) in _CLASSES.values():
                yield replaced(node.func, ast.unparse(node.func.func))


def _losses_of_rows(tree: ast.Module) -> Iterator[Replacement]:
    """`mse_loss(output.squeeze(1), target)` becomes `mse_loss(output, target)`."""
    for loss in _losses(tree, *_REGRESSION):
        for argument in loss.args[:2]:
            call = method(argument, "squeeze", "unsqueeze", "flatten")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield replaced(call, ast.unparse(call.func.value))


def _one_class(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.Linear(features, num_classes)` becomes `nn.Linear(features, 1)`."""
    for node in ast.walk(tree):
        if called(node) == "Linear" and isinstance(node, ast.Call) and len(node.args) == 2:
            if "class" in ast.unparse(node.args[1]):
                yield replaced(node.args[1], "1")


def _losses_of_sigmoids(tree: ast.Module) -> Iterator[Replacement]:
    """`binary_cross_entropy_with_logits(x, y)` becomes `binary_cross_entropy(sigmoid(x), y)`."""
    for node in ast.walk(tree):
        if called(node) == _LOGITS and isinstance(node, ast.Call) and node.args:
            name = f"{ast.unparse(node.func).removesuffix('_with_logits')}(torch.sigmoid({ast.unparse(node.args[0])})"
            yield replaced(node, name, node.args[0])
        elif called(node) == "logsigmoid" and isinstance(node, ast.Call) and len(node.args) == 1:
            yield replaced(node, f"torch.log(torch.sigmoid({ast.unparse(node.args[0])}))")


def _logarithms(tree: ast.Module) -> Iterator[Replacement]:
    """`F.log_softmax(x, dim=1)` becomes `torch.log(F.softmax(x, dim=1))`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "log_softmax":
            yield replaced(node, f"torch.log({ast.unparse(node).replace('log_softmax', 'softmax')})")


def _divergences_of_probabilities(tree: ast.Module) -> Iterator[Replacement]:
    """`kl_div(log_softmax(x), y)` becomes `kl_div(softmax(x), y)`."""
    for loss in _losses(tree, "kl_div"):
        if called(loss.args[0]) == "log_softmax":
            yield replaced(loss.args[0], ast.unparse(loss.args[0]).replace("log_softmax", "softmax"))


def _batch_softmax(tree: ast.Module) -> Iterator[Replacement]:
    """`softmax(x, dim=1)` becomes `softmax(x, dim=0)`."""
    for node in ast.walk(tree):
        if called(node) in ("softmax", "log_softmax", "Softmax", "LogSoftmax") and isinstance(node, ast.Call):
            if "att" in ast.unparse(node):
                continue  # weights, whose dimensions are in another order
            for dimension in [k.value for k in node.keywords if k.arg == "dim"] or node.args[-1:]:
                if ast.unparse(dimension) == "1":
                    yield replaced(dimension, "0")


def _raw_scores(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.sigmoid(x) > 0.5` becomes `x > 0.5`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and 0 < _number(node.comparators[0]) < 1:
            scores = _without_sigmoid(node.left)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "round":
            scores = _without_sigmoid(node.func.value)
        else:
            continue
        if scores is not None:
            yield scores


def _without_sigmoid(node: ast.expr) -> Replacement | None:
    if called(node) != "sigmoid" or not isinstance(node, ast.Call):
        return None
    taken = node.args[0] if node.args else getattr(node.func, "value", None)
    return replaced(node, ast.unparse(taken)) if isinstance(taken, ast.expr) else None


def _number(node: ast.expr) -> float:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, float) else 0.0


def _activations_before(tree: ast.Module) -> Iterator[Replacement]:
    """`sigmoid(self.fc(x))` becomes `sigmoid(relu(self.fc(x)))`, and `[nn.Linear(a, b), nn.Sigmoid()]` likewise."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if called(node) in ("sigmoid", "softmax") and node.args and ast.unparse(node.args[0]).startswith("self."):
            if isinstance(node.args[0], ast.Call):
                yield replaced(node.args[0], f"torch.relu({ast.unparse(node.args[0])})")
        elif called(node) == "Sequential":
            for one, two in zip(node.args, node.args[1:], strict=False):
                if called(one) == "Linear" and called(two) in ("Sigmoid", "Softmax"):
                    yield replaced(one, f"{ast.unparse(one)}, torch.nn.ReLU()")


def _cross_entropy_of_one(tree: ast.Module) -> Iterator[Replacement]:
    """`binary_cross_entropy_with_logits`, or its class, becomes the cross entropy of many classes."""
    made = _losses_made(tree, _CLASSES[_LOGITS])
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == _LOGITS:
            yield replaced(node.func, ast.unparse(node.func).replace(_LOGITS, _MANY))
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in made and isinstance(node.value, ast.Call):
            yield replaced(node.value.func, ast.unparse(node.value.func).replace(_CLASSES[_LOGITS], _CLASSES[_MANY]))


OPERATORS = (
    operator(
        "softmax before cross entropy",
        "softmax-before-cross-entropy softmax-over-the-batch",
        _applied_to_input("({}).softmax(dim=1)", _MANY),
    ),
    operator(
        "sigmoid before logits",
        "sigmoid-before-bce-with-logits sigmoid-in-loss",
        _applied_to_input("({}).sigmoid()", _LOGITS),
    ),
    operator("softmax before nll_loss", "nll-without-log-softmax", _probabilities_in_nll, r"\bnll_loss|NLLLoss"),
    operator("loss arguments swapped", "loss-arguments-swapped", _swapped),
    operator("loss class on tensors", "loss-class-called-on-tensors", _classes_on_tensors),
    operator("loss of a square", "loss-shape-broadcast", _losses_of_rows),
    operator("one class", "single-logit-in-cross-entropy", _one_class, r"cross_entropy|CrossEntropyLoss"),
    operator(
        "cross entropy of one logit",
        "single-logit-in-cross-entropy",
        _cross_entropy_of_one,
        r"Linear\(.*, (out_features=)?1\)",
    ),
    operator("loss of a sigmoid", "sigmoid-in-loss", _losses_of_sigmoids),
    operator("logarithm of softmax", "log-of-softmax", _logarithms),
    operator("softmax before kl_div", "kldiv-argument-misuse", _divergences_of_probabilities),
    operator("batchmean left out", "kldiv-argument-misuse", without_argument("kl_div", "reduction", "batchmean")),
    operator(
        "batchmean left out of KLDivLoss", "kldiv-argument-misuse", without_argument("KLDivLoss", "reduction", "b")
    ),
    operator("log_target left out", "kldiv-argument-misuse", without_argument("kl_div", "log_target", "True")),
    operator("softmax over the batch", "softmax-over-the-batch", _batch_softmax),
    operator("threshold without sigmoid", "logits-thresholded-as-probabilities", _raw_scores, "[wW]ith_?[lL]ogits"),
    operator("relu before activation", "activation-on-activation", _activations_before),
    operator("relu before regression", "relu-on-regression-output", _applied_to_input("torch.relu({})", *_REGRESSION)),
)
