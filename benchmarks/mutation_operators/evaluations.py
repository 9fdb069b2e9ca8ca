"""What an evaluation counts, and on which data."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator

from benchmarks.mutation_operators.operators import Replacement, called, operator, replaced

_EVALUATED = re.compile(r"(?<![a-z])(valid|val|test|eval|dev)(?![a-z])|(?<![a-z])validation", re.IGNORECASE)

_SUMS = re.compile(r"loss|acc|correct|hits|total|sum|running|error", re.IGNORECASE)


def _counts(tree: ast.Module) -> Iterator[Replacement]:
    """`total / len(loader)` becomes `total / len(loader.dataset)`, and the other way round."""
    for node in ast.walk(tree):
        if not isinstance(node, (ast.BinOp, ast.AugAssign)) or not isinstance(node.op, ast.Div):
            continue
        length = node.right if isinstance(node, ast.BinOp) else node.value
        if called(length) != "len" or not isinstance(length, ast.Call) or "loader" not in ast.unparse(length).lower():
            continue
        if not _SUMS.search(ast.unparse(node.left if isinstance(node, ast.BinOp) else node.target)):
            continue  # the share of an epoch that is over
        counted = ast.unparse(length.args[0])
        other = counted.removesuffix(".dataset") if counted.endswith(".dataset") else f"{counted}.dataset"
        yield replaced(length.args[0], other)


def _dropped_batches(tree: ast.Module) -> Iterator[Replacement]:
    """`val_loader = DataLoader(...)` gets `drop_last=True`."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or called(node.value) != "DataLoader":
            continue
        if isinstance(node.value, ast.Call) and _EVALUATED.search(ast.unparse(node.targets[0])):
            left = [keyword for keyword in node.value.keywords if keyword.arg not in ("drop_last", "batch_sampler")]
            written = {keyword.arg: ast.unparse(keyword.value) for keyword in node.value.keywords}
            if (
                "batch_sampler" not in written
                and written.get("drop_last") != "True"
                and written.get("batch_size") not in ("1", "None")
            ):
                call = ast.Call(node.value.func, node.value.args, left)
                yield replaced(node.value, f"{ast.unparse(call)[:-1]}, drop_last=True)")


_NO_EVALUATIONS = re.compile(r"^len$|Sampler$|^prepare$")


def _other_data(old: str, new: str) -> Callable[[ast.Module], Iterator[Replacement]]:
    """`evaluate(model, val_loader)` gets the data of another name, if the same function uses that as well."""

    def replacements(tree: ast.Module) -> Iterator[Replacement]:
        for function in ast.walk(tree):
            if not isinstance(function, (ast.FunctionDef, ast.Module)):
                continue
            names = {node.id for node in _own(function) if isinstance(node, ast.Name)}
            for node in _own(function):
                if isinstance(node, ast.Call) and not _NO_EVALUATIONS.search(called(node)):
                    for argument in [*node.args, *(keyword.value for keyword in node.keywords)]:
                        if isinstance(argument, ast.Name) and re.search(r"load|data|set", argument.id):
                            other = re.sub(old, new, argument.id)
                            if other != argument.id and other in names:
                                yield replaced(argument, other)

    return replacements


def _own(function: ast.FunctionDef | ast.Module) -> Iterator[ast.AST]:
    """The nodes of a function or of a module, but not of the functions in it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def _statistics_left(tree: ast.Module) -> Iterator[Replacement]:
    """`for mine, other in zip(ema.buffers(), model.buffers()):`, or `update_bn(loader, averaged)`, goes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.For):
            is_of_statistics = bool(re.search(r"zip\(.*\.(named_)?buffers\(\)", ast.unparse(node.iter)))
        else:
            is_of_statistics = isinstance(node, ast.Expr) and called(node.value) in ("update_bn", "bn_update")
        if is_of_statistics and isinstance(node, ast.stmt):
            yield replaced(node, "pass")


OPERATORS = (
    operator("wrong count", "average-over-wrong-count", _counts),
    operator("batches dropped", "evaluation-loader-drops-samples", _dropped_batches),
    operator(
        "validated on training data",
        "validation-on-training-data",
        _other_data(r"(?<![a-z])(validation|valid|val|test|eval)(?![a-z])", "train"),
    ),
    operator(
        "selected on test data",
        "test-set-model-selection",
        _other_data(r"(?<![a-z])(validation|valid|val)(?![a-z])", "test"),
        "best",
    ),
    operator("statistics not averaged", "averaged-model-without-batch-statistics", _statistics_left),
)
