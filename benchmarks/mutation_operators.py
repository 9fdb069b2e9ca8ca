"""Mutation operators: each takes one precaution out of a training program, as people forget it.

An operator looks at one syntax tree and yields a replacement for each place where it applies. It is named by what it
does, and lists the rules of which one has to report the mutant. It must apply only where the result is nearly always a
mistake; whether it is one depends on the program, so torchlint is right to be silent about a share of the mutants.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

_LOSSES = re.compile(r"crit|loss|cross_entropy|bce", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Replacement:
    """What is written instead of a part of a file: rows from 1, columns from 0 in UTF-8 bytes, as in `ast`."""

    row: int
    column: int
    end_row: int
    end_column: int
    text: str

    def applied_to(self, text: str) -> str:
        """The text with the replacement; the rows after it keep their numbers."""
        lines = text.splitlines(keepends=True)
        before = lines[self.row - 1].encode()[: self.column].decode()
        after = lines[self.end_row - 1].encode()[self.end_column :].decode()
        padding = "\n" * (self.end_row - self.row - self.text.count("\n"))
        return "".join([*lines[: self.row - 1], before, self.text, after, padding, *lines[self.end_row :]])


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of mutation.

    `needs` is a pattern that the file must contain: the mutation would be harmless, or right, without it.
    """

    name: str
    rules: frozenset[str]
    needs: str
    replacements: Callable[[ast.Module], Iterator[Replacement]]


def _replaced(first: ast.expr | ast.stmt, text: str, last: ast.expr | ast.stmt | None = None) -> Replacement:
    """A text instead of a node, or of all from one node to the end of another."""
    end = last or first
    return Replacement(
        first.lineno, first.col_offset, end.end_lineno or end.lineno, end.end_col_offset or end.col_offset, text
    )


def _method(node: ast.AST, *names: str) -> ast.Call | None:
    """The node, if it is the call of a method, or of a function of a module, by one of these names."""
    is_called = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names
    return node if is_called and isinstance(node, ast.Call) else None


def _called(node: ast.AST) -> str:
    """The last part of the name that is called; empty if the node is no such call."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def _statements(
    *methods: str, of: str = "", arguments: int | None = None
) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Deletes calls of these methods on objects whose name matches, with this number of arguments if it matters."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            call = _method(node.value, *methods) if isinstance(node, ast.Expr) else None
            if not isinstance(node, ast.Expr) or call is None or not isinstance(call.func, ast.Attribute):
                continue
            if arguments in (None, len(call.args) + len(call.keywords)) and re.search(of, ast.unparse(call.func.value)):
                yield _replaced(node, "pass")

    return replacements


def _context_managers(*names: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Takes away `with` and decorators of these names."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if isinstance(node, ast.With) and len(node.items) == 1 and _called(node.items[0].context_expr) in names:
                yield _replaced(node, "if True", node.items[0].context_expr)
            elif isinstance(node, ast.FunctionDef):
                for decorator in node.decorator_list:
                    if _called(decorator) in names:
                        whole = _replaced(decorator, "")
                        yield replace(whole, column=whole.column - 1)  # with its @

    return replacements


def _blocks(tree: ast.Module) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for field in ("body", "orelse", "finalbody"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                yield block


def _swapped(first: tuple[str, ...], second: tuple[str, ...]) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Swaps two neighbours: a call of one of the first functions and one of the second."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for block in _blocks(tree):
            for one, two in itertools.pairwise(block):
                if not isinstance(one, ast.Expr) or not isinstance(two, ast.Expr):
                    continue
                if _called(one.value) in first and _called(two.value) in second:
                    yield _replaced(one, f"{ast.unparse(two)}; {ast.unparse(one)}", two)

    return replacements


def _zero_grad_before_step(tree: ast.Module) -> Iterator[Replacement]:
    """Clears the gradients between backward() and step(), too."""
    for block in _blocks(tree):
        for one, two in itertools.pairwise(block):
            if isinstance(one, ast.Expr) and isinstance(two, ast.Expr) and _method(one.value, "backward"):
                step = _method(two.value, "step")
                if step is not None and isinstance(step.func, ast.Attribute) and "opt" in ast.unparse(step.func.value):
                    yield _replaced(one, f"{ast.unparse(one)}; {ast.unparse(step.func.value)}.zero_grad()")


def _functions_with_backward(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(_method(inner, "backward") for inner in ast.walk(node)):
            yield node


def _item_in_sum(tree: ast.Module) -> Iterator[Replacement]:
    """`total += loss.item()`, in a function that trains, becomes `total += loss`."""
    for function in _functions_with_backward(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and "loss" in ast.unparse(node.value):
                for item in filter(None, (_method(inner, "item", "detach") for inner in ast.walk(node.value))):
                    if isinstance(item.func, ast.Attribute):
                        yield _replaced(item, ast.unparse(item.func.value))


def _item_in_append(tree: ast.Module) -> Iterator[Replacement]:
    """`losses.append(loss.item())`, in a function that trains, becomes `losses.append(loss)`."""
    for function in _functions_with_backward(tree):
        for node in ast.walk(function):
            call = _method(node, "append")
            item = _method(call.args[0], "item", "detach") if call is not None and len(call.args) == 1 else None
            if item is not None and isinstance(item.func, ast.Attribute) and "loss" in ast.unparse(item):
                yield _replaced(item, ast.unparse(item.func.value))


def _plain_containers(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.ModuleList([...])` becomes the list, `nn.ModuleDict({...})` the dict."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in ("ModuleList", "ModuleDict", "ParameterList"):
            if len(node.args) == 1 and isinstance(node.args[0], (ast.List, ast.ListComp, ast.Dict, ast.DictComp)):
                yield _replaced(node, ast.unparse(node.args[0]))
            elif not node.args and not node.keywords:
                yield _replaced(node, "[]" if _called(node) != "ModuleDict" else "{}")


def _plain_buffers(tree: ast.Module) -> Iterator[Replacement]:
    """`self.register_buffer("name", value)` becomes `self.name = value`."""
    for node in ast.walk(tree):
        call = _method(node.value, "register_buffer") if isinstance(node, ast.Expr) else None
        if not isinstance(node, ast.Expr) or call is None or len(call.args) != 2:
            continue
        name, value = call.args
        attribute = name.value if isinstance(name, ast.Constant) else None
        if isinstance(attribute, str) and attribute.isidentifier() and isinstance(call.func, ast.Attribute):
            yield _replaced(node, f"{ast.unparse(call.func.value)}.{attribute} = {ast.unparse(value)}")


def _losses_made(tree: ast.Module, *classes: str) -> set[str]:
    """The names and attributes that hold an object of one of these loss classes, and never one of another class."""
    made = [node for node in ast.walk(tree) if isinstance(node, ast.Assign)]
    names = [(ast.unparse(target), _called(node.value) in classes) for node in made for target in node.targets]
    return {name for name, is_loss in names if is_loss} - {name for name, is_loss in names if not is_loss}


def _applied_twice(
    function: str, direct: tuple[str, ...], classes: tuple[str, ...]
) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Applies a function to what a loss takes as logits."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        made = _losses_made(tree, *classes)
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            if _called(node) in direct or ast.unparse(node.func) in made:
                yield _replaced(node.args[0], function.format(ast.unparse(node.args[0])))

    return replacements


def _probabilities_in_nll(tree: ast.Module) -> Iterator[Replacement]:
    """`log_softmax` becomes `softmax`, in a file that uses the negative log likelihood."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) in ("log_softmax", "LogSoftmax"):
            changed = ast.unparse(node.func).replace("log_softmax", "softmax").replace("LogSoftmax", "Softmax")
            yield _replaced(node.func, changed)


def _detached_arguments(tree: ast.Module) -> Iterator[Replacement]:
    """`discriminator(fake.detach())` becomes `discriminator(fake)`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not re.search(r"^(self\.)?(net)?d(is|$|_|\d)|disc|critic", _lower(node)):
            continue
        for argument in node.args:
            call = _method(argument, "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield _replaced(call, ast.unparse(call.func.value))


def _lower(call: ast.Call) -> str:
    return ast.unparse(call.func).lower()


def _detached_targets(tree: ast.Module) -> Iterator[Replacement]:
    """`mse_loss(value, target.detach())` becomes `mse_loss(value, target)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _LOSSES.search(ast.unparse(node.func)) and len(node.args) > 1:
            call = _method(node.args[1], "detach")
            if call is not None and isinstance(call.func, ast.Attribute):
                yield _replaced(call, ast.unparse(call.func.value))


def _without_argument(function: str, keyword: str, pattern: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """Leaves out a keyword argument whose value matches, where a function of this name is called."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or _called(node) != function:
                continue
            left = [k for k in node.keywords if not (k.arg == keyword and re.search(pattern, ast.unparse(k.value)))]
            if len(left) < len(node.keywords):
                yield _replaced(node, ast.unparse(ast.Call(node.func, node.args, left)))

    return replacements


def _unscaled_losses(tree: ast.Module) -> Iterator[Replacement]:
    """The division of a loss by the number of accumulated batches is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div) and "accum" in ast.unparse(node.value):
            yield _replaced(node, "pass")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp) and isinstance(node.value.op, ast.Div):
            if "loss" in ast.unparse(node.targets[0]) and "accum" in ast.unparse(node.value.right):
                yield _replaced(node.value, ast.unparse(node.value.left))


def _wrapped_states(tree: ast.Module) -> Iterator[Replacement]:
    """`model.module.state_dict()` becomes `model.state_dict()`."""
    for node in ast.walk(tree):
        call = _method(node, "state_dict")
        if call is not None and isinstance(call.func, ast.Attribute):
            receiver = call.func.value
            if isinstance(receiver, ast.Attribute) and receiver.attr == "module":
                yield _replaced(call, f"{ast.unparse(receiver.value)}.state_dict()")


def _live_states(tree: ast.Module) -> Iterator[Replacement]:
    """`copy.deepcopy(model.state_dict())` becomes `model.state_dict()`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _called(node) == "deepcopy" and len(node.args) == 1:
            if _method(node.args[0], "state_dict"):
                yield _replaced(node, ast.unparse(node.args[0]))


def _saves_on_each_rank(tree: ast.Module) -> Iterator[Replacement]:
    """`if rank == 0:` around torch.save becomes `if True:`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and re.search(r"rank\b.*== 0|is_main|is_master", ast.unparse(node.test)):
            if any(_called(inner) == "save" for inner in ast.walk(node)):
                yield _replaced(node.test, "True")


def _half_the_parameters(tree: ast.Module) -> Iterator[Replacement]:
    """`Adam(list(a.parameters()) + list(b.parameters()))` keeps the first of them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            if all(
                _called(side) == "list" and ".parameters()" in ast.unparse(side) for side in (node.left, node.right)
            ):
                yield _replaced(node, ast.unparse(node.left))


def _padding_in_labels(tree: ast.Module) -> Iterator[Replacement]:
    """`labels[labels == pad] = -100` is left out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            if ast.unparse(node.value) == "-100" and "pad" in ast.unparse(node.targets[0]):
                yield _replaced(node, "pass")


def _operator(
    name: str, rules: str, replacements: Callable[[ast.Module], Iterator[Replacement]], needs: str = ""
) -> Operator:
    return Operator(name, frozenset(rules.split()), needs, replacements)


_KEPT_GRAPHS = "eval-without-no-grad loss-accumulates-graph list-accumulates-graph"
_CE = _applied_twice("({}).softmax(dim=1)", ("cross_entropy",), ("CrossEntropyLoss",))
_BCE = _applied_twice("({}).sigmoid()", ("binary_cross_entropy_with_logits",), ("BCEWithLogitsLoss",))
_STEP_LAST = _swapped(("clip_grad_norm_", "clip_grad_value_"), ("step",))

OPERATORS = (
    _operator("eval() left out", "missing-eval-mode", _statements("eval", arguments=0)),
    _operator("no_grad left out", _KEPT_GRAPHS, _context_managers("no_grad", "inference_mode")),
    _operator(
        "train() left out",
        "eval-not-restored-to-train pretrained-model-trained-in-eval-mode",
        _statements("train", arguments=0),
        r"\.eval\(\)",
    ),
    _operator("zero_grad() left out", "missing-zero-grad zero-grad-once-per-epoch", _statements("zero_grad")),
    _operator("zero_grad() before step()", "zero-grad-between-backward-and-step", _zero_grad_before_step),
    _operator("sum of graphs", "loss-accumulates-graph list-accumulates-graph", _item_in_sum),
    _operator("list of graphs", "list-accumulates-graph loss-accumulates-graph", _item_in_append),
    _operator("set_epoch() left out", "distributed-sampler-no-set-epoch", _statements("set_epoch")),
    _operator("unscale_() left out", "amp-clip-without-unscale", _statements("unscale_"), "clip_grad"),
    _operator("clipped after step()", "clip-grad-wrong-place", _STEP_LAST),
    _operator("scheduler never stepped", "scheduler-step-order-or-missing", _statements("step", of="sched")),
    _operator("plain container", "module-in-plain-container", _plain_containers),
    _operator("plain buffer", "plain-tensor-attribute-not-buffer", _plain_buffers),
    _operator("softmax before cross entropy", "softmax-before-cross-entropy softmax-over-the-batch", _CE),
    _operator("sigmoid before logits", "sigmoid-before-bce-with-logits sigmoid-in-loss", _BCE),
    _operator("softmax before nll_loss", "nll-without-log-softmax", _probabilities_in_nll, r"\bnll_loss|NLLLoss"),
    _operator("generator not detached", "generator-not-detached-in-discriminator-step", _detached_arguments),
    _operator("target not detached", "target-not-detached", _detached_targets),
    _operator("shuffle left out", "train-loader-not-shuffled", _without_argument("DataLoader", "shuffle", "True")),
    _operator(
        "sampler left out",
        "distributed-training-without-sampler distributed-sampler-no-set-epoch",
        _without_argument("DataLoader", "sampler", ""),
        "DistributedSampler",
    ),
    _operator("loss not scaled", "accumulation-loss-not-scaled", _unscaled_losses),
    _operator("wrapped state", "ddp-state-dict-prefix", _wrapped_states, "DistributedDataParallel|DDP"),
    _operator("live state kept", "best-weights-alias snapshot-aliases-live-weights", _live_states),
    _operator("every rank saves", "save-on-every-rank", _saves_on_each_rank),
    _operator("half the parameters", "model-in-no-optimizer parameters-in-no-optimizer", _half_the_parameters),
    _operator("optimizer not resumed", "resume-loses-state", _statements("load_state_dict", of="optim")),
    _operator("not reduced", "metric-not-reduced-across-ranks", _statements("all_reduce", "reduce")),
    _operator("not synchronized", "benchmark-without-synchronize", _statements("synchronize"), r"time\."),
    _operator("hook kept", "hook-never-removed", _statements("remove", arguments=0), r"register_\w*hook"),
    _operator("dropout always on", "functional-dropout-ignores-eval", _without_argument("dropout", "training", "")),
    _operator("padding in labels", "labels-keep-padding", _padding_in_labels),
)
