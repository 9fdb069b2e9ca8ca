"""Programs that run on the CPU where there is no GPU."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import resolved_expression
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_FARTHEST = 3  # how many levels of importers are searched for the program
# What a condition speaks of that decides about the device.
_OF_DEVICES = re.compile(r"cuda|gpu|device|backend", re.IGNORECASE)


def mentions_devices(code: str) -> bool:
    """Whether a condition or a name mentions CUDA, GPUs, devices or backends.

    Example:
        if devices.mentions_devices(file.tree.text_of(check.test)):
            continue  # a condition about devices decides
    """
    return _OF_DEVICES.search(code) is not None


def has_cpu_fallback(syntax: tree.Tree) -> bool:
    """Whether a condition about devices decides that something is done on the CPU: `"cuda" if ... else "cpu"`.

    Or that it stays there: `if torch.cuda.is_available(): model.cuda()`.

    Example:
        if devices.has_cpu_fallback(file.tree):
            ...  # this file asks which device there is
    """
    return syntax.once_of_all(_chooses_the_cpu)


@query
def program_has_cpu_fallback(file: File) -> bool:
    """Whether a file of the program, this one or one that leads to it, falls back to the CPU.

    Example:
        if devices.program_has_cpu_fallback(file):
            ...  # it is meant to run without CUDA, too
    """
    callers = [unit for unit in file.analysis.units if unit.is_caller]
    return any(map(has_cpu_fallback, (file.tree, *(unit.tree for unit in callers)))) or options_fall_back(file)


@query
def options_fall_back(file: File) -> bool:
    """Whether options that this file or a program above it imports choose the CPU: `opt.device = "cuda" if ...`.

    Example:
        if devices.options_fall_back(file):
            ...  # who runs the program may choose the CPU
    """
    files = file.project_files
    if files is None:
        return False
    above = [file.place]
    for _ in range(_FARTHEST):
        users = dict.fromkeys(user for one in above for user in files.users(one))
        above = files.nearest(file.place, dict.fromkeys((*above, *users)))
    imported = dict.fromkeys(place for one in above for place in files.imports(one))
    parsing = (place for place in imported if "argparse" in files.text(place))
    return any(map(has_cpu_fallback, files.trees_near(file.place, parsing)))


def _chooses_the_cpu(syntax: tree.Tree) -> bool:
    for choice in syntax.all(tree.Conditional):
        if any(map(_is_cpu, tree.walk(choice))) and mentions_devices(syntax.text_of(choice.test)):
            return True
    for check in syntax.all(tree.If):
        if mentions_devices(syntax.text_of(check.test)):
            assigned = (one.value for one in assignments_in(check) if one.name.lower().endswith("device"))
            if any(_is_cpu(node) for value in assigned if value is not None for node in tree.walk(value)):
                return True
        if not check.orelse and _is_for_cuda(syntax, check.test) and any(map(_moves_a_model, check.body)):
            return True
    return False


def _is_for_cuda(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition holds only where there is CUDA: `torch.cuda.is_available()`, perhaps kept under a name."""
    parts = test.values if isinstance(test, tree.BoolOp) and test.op == "and" else [test]
    return any(_asks_for_cuda(part) or _asks_for_cuda(resolved_expression(syntax, part)) for part in parts)


def _asks_for_cuda(node: tree.Node) -> bool:
    return isinstance(node, tree.Call) and (tree.dotted(node.func) or "").endswith("cuda.is_available")


def _moves_a_model(statement: tree.Statement) -> bool:
    """Whether a statement is `model.cuda()` or `x = x.cuda()`, after which the same name is on the GPU."""
    call = statement.value if isinstance(statement, (tree.ExpressionStatement, tree.Assign)) else None
    if not isinstance(call, tree.Call) or not isinstance(call.func, tree.Attribute) or call.func.attr != "cuda":
        return False
    moved = tree.dotted(call.func.value)
    kept = [tree.dotted(one) for one in statement.targets] if isinstance(statement, tree.Assign) else [moved]
    return moved is not None and kept == [moved]


def _is_cpu(node: tree.Node) -> bool:
    return isinstance(node, tree.Constant) and node.value == "cpu"
