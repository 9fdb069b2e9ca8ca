"""Options and settings of a program, and what it writes to TensorBoard."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import Replacement, method, operator, replaced


def _declared(tree: ast.Module) -> Iterator[tuple[str, ast.Call]]:
    """The options of a file: the attribute of each, and the call that adds it."""
    for node in ast.walk(tree):
        call = method(node, "add_argument")
        if call is not None:
            names = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
            long = [name for name in names if name.startswith("--")]
            if long and not any(keyword.arg == "dest" for keyword in call.keywords):
                yield long[0][2:].replace("-", "_"), call


def _types_bool(tree: ast.Module) -> Iterator[Replacement]:
    """`action="store_true"` and `type=str2bool` become `type=bool`."""
    for _, call in _declared(tree):
        for keyword in call.keywords:
            if keyword.arg == "action" and ast.unparse(keyword.value) == "'store_true'":
                left = [one for one in call.keywords if one.arg not in ("action", "default")]
                extra = ast.parse("f(type=bool, default=False)", mode="eval").body
                assert isinstance(extra, ast.Call)
                yield replaced(call, ast.unparse(ast.Call(call.func, call.args, [*left, *extra.keywords])))
            elif keyword.arg == "type" and re.search("bool", ast.unparse(keyword.value)[1:]):
                yield replaced(keyword.value, "bool")


def _defaults_written(tree: ast.Module) -> Iterator[Replacement]:
    """The only `args.momentum` becomes its default, 0.9."""
    reads = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)]
    count = Counter(node.attr for node in reads)
    defaults = {
        name: ast.unparse(keyword.value)
        for name, call in _declared(tree)
        for keyword in call.keywords
        if keyword.arg == "default" and isinstance(keyword.value, ast.Constant)
    }
    for node in reads:
        if node.attr in defaults and count[node.attr] == 1 and ast.unparse(node.value) in ("args", "opt", "options"):
            yield replaced(node, defaults[node.attr])


def _options_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """The statement that adds an option that is read goes."""
    read = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and ast.unparse(node.value) in ("args", "opt", "options")
    }
    calls = {id(call): name for name, call in _declared(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and calls.get(id(node.value)) in read:
            yield replaced(node, "pass")


def _commas(tree: ast.Module) -> Iterator[Replacement]:
    """`shuffle = False` becomes `shuffle = False,`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            if isinstance(node.targets[-1], ast.Subscript) and not isinstance(node.targets[-1].slice, ast.Constant):
                continue  # an element of an array
            if node.value.value is True or node.value.value is False:
                yield replaced(node.value, f"{node.value.value},")


def _steps_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`add_scalar(tag, value, step)` becomes `add_scalar(tag, value)`, in a loop."""
    for call in _points_in_loops(tree):
        yield replaced(call, ast.unparse(ast.Call(call.func, call.args[:2], [])))


def _points_in_loops(tree: ast.AST) -> Iterator[ast.Call]:
    for loop in ast.walk(tree):
        if isinstance(loop, (ast.For, ast.While)):
            for node in ast.walk(loop):
                call = method(node, "add_scalar")
                if call is not None and len(call.args) == 3:
                    yield call


def _steps_of_epochs(tree: ast.Module) -> Iterator[Replacement]:
    """The step of a point in a loop over batches becomes the epoch."""
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For) and re.search("load|batch", ast.unparse(loop.iter)):
            for call in _points_in_loops(loop):
                if "epoch" in (step := ast.unparse(call.args[2])) and not re.fullmatch(r"[\w.]+", step):
                    yield replaced(call.args[2], "epoch")


def _tags_of_training(tree: ast.Module) -> Iterator[Replacement]:
    """A tag with `val` says `train`, where the file has that one, too."""
    tags = {
        call.args[0].value: call.args[0]
        for node in ast.walk(tree)
        if (call := method(node, "add_scalar")) and call.args and isinstance(call.args[0], ast.Constant)
    }
    for tag, node in tags.items():
        changed = re.sub(r"val(id(ation)?)?|test|eval", "train", str(tag))
        changed = re.sub(r"Val(id(ation)?)?|Test|Eval", "Train", changed)
        if changed != tag and changed in tags:
            yield replaced(node, repr(changed))


OPERATORS = (
    operator("type=bool", "argparse-type-bool", _types_bool),
    operator("default written", "option-never-read", _defaults_written),
    operator("option left out", "option-not-defined", _options_left_out, r"parse_args\("),
    operator("trailing comma", "trailing-comma-makes-tuple", _commas),
    operator("step left out", "tensorboard-step-missing", _steps_left_out),
    operator("step of epoch", "tensorboard-step-stands-still", _steps_of_epochs),
    operator("tag of training", "tensorboard-tag-mismatch", _tags_of_training),
)
