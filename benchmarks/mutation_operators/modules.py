"""What modules hold."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    layers_of,
    method,
    module_classes,
    names_in,
    operator,
    replaced,
)

_CONTAINERS = ("ModuleList", "ModuleDict", "ParameterList")


def _plain_containers(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.ModuleList([...])` becomes the list, `nn.ModuleDict({...})` the dict."""
    taking = [node for node in ast.walk(tree) if called(node) in ("append", *_CONTAINERS)]
    inside = {inner for node in taking if isinstance(node, ast.Call) for one in node.args for inner in ast.walk(one)}
    for node in ast.walk(tree):
        if node in inside:
            continue  # a ModuleList can't hold a plain list
        if isinstance(node, ast.Call) and called(node) in _CONTAINERS:
            if len(node.args) == 1 and isinstance(node.args[0], (ast.List, ast.ListComp, ast.Dict, ast.DictComp)):
                yield replaced(node, ast.unparse(node.args[0]))
            elif not node.args and not node.keywords:
                yield replaced(node, "[]" if called(node) != "ModuleDict" else "{}")


def _plain_buffers(tree: ast.Module) -> Iterator[Replacement]:
    """`self.register_buffer("name", value)` becomes `self.name = value`."""
    for node in ast.walk(tree):
        call = method(node.value, "register_buffer") if isinstance(node, ast.Expr) else None
        if not isinstance(node, ast.Expr) or call is None or len(call.args) < 2:
            continue
        name, value = call.args[:2]
        attribute = name.value if isinstance(name, ast.Constant) else None
        if isinstance(attribute, str) and attribute.isidentifier() and isinstance(call.func, ast.Attribute):
            if ast.unparse(value) != "None" and not _is_number(value):
                yield replaced(node, f"{ast.unparse(call.func.value)}.{attribute} = {ast.unparse(value)}")


def _is_number(value: ast.expr) -> bool:
    """Whether a tensor is of one number, which computes with those of any device."""
    made = value if called(value) == "tensor" and isinstance(value, ast.Call) else None
    return made is not None and isinstance(made.args[0], (ast.Constant, ast.Name, ast.UnaryOp))


def _parameters_moved(tree: ast.Module) -> Iterator[Replacement]:
    """`self.w = nn.Parameter(x * 0.02)` becomes `nn.Parameter(x) * 0.02`, or is moved to a device."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]).startswith("self."):
            call = node.value
            if isinstance(call, ast.Call) and called(call) == "Parameter" and len(call.args) == 1:
                made, function = call.args[0], ast.unparse(call.func)
                if (
                    isinstance(made, ast.BinOp)
                    and isinstance(made.op, ast.Mult)
                    and isinstance(made.right, ast.Constant)
                ):
                    scale = ast.unparse(made.right)
                elif isinstance(made, ast.BinOp) and isinstance(made.op, ast.Mult) and isinstance(made.right, ast.Name):
                    scale = made.right.id
                else:
                    yield replaced(call, f"{ast.unparse(call)}.to('cuda')")
                    continue
                assert isinstance(made, ast.BinOp)
                yield replaced(call, f"{function}({ast.unparse(made.left)}) * {scale}")


_PARAMETRIC = ("Linear", "Conv1d", "Conv2d", "Conv3d", "BatchNorm1d", "BatchNorm2d", "LayerNorm", "GroupNorm")


def _layers_in_forward(tree: ast.Module) -> Iterator[Replacement]:
    """`self.head(x)`, in a forward, becomes `nn.Linear(...)(x)` with the arguments of the constructor."""
    for _, methods in module_classes(tree):
        layers = layers_of(methods["__init__"])
        for node in ast.walk(methods["forward"]):
            layer = layers.get(ast.unparse(node.func)) if isinstance(node, ast.Call) else None
            if isinstance(node, ast.Call) and layer is not None and called(layer) in _PARAMETRIC:
                if names_in(layer) <= {"nn", "torch", "self"}:
                    yield replaced(node.func, ast.unparse(layer))


def _layers_skipped(tree: ast.Module) -> Iterator[Replacement]:
    """`x = self.conv(x)` is left out of a forward; nothing else uses this layer."""
    text = ast.unparse(tree)
    for _, methods in module_classes(tree):
        layers = layers_of(methods["__init__"])
        for node in ast.walk(methods["forward"]):
            if (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Call)
                and isinstance(node.targets[0], ast.Name)
            ):
                name = ast.unparse(node.value.func)
                if name in layers and called(layers[name]) in _PARAMETRIC and len(node.value.args) == 1:
                    attribute = name.removeprefix("self")
                    if ast.unparse(node.value.args[0]) == node.targets[0].id and text.count(attribute) == 2:
                        yield replaced(node, "pass")


def _lists_multiplied(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.ModuleList([Block() for _ in range(n)])` becomes `nn.ModuleList([Block()] * n)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("ModuleList", "Sequential") and len(node.args) == 1:
            inner = node.args[0].value if isinstance(node.args[0], ast.Starred) else node.args[0]
            if isinstance(inner, ast.ListComp) and isinstance(inner.elt, ast.Call) and len(inner.generators) == 1:
                source = inner.generators[0]
                if called(source.iter) == "range" and not names_in(source.target) & names_in(inner.elt):
                    if isinstance(source.iter, ast.Call) and len(source.iter.args) == 1:
                        yield replaced(inner, f"[{ast.unparse(inner.elt)}] * ({ast.unparse(source.iter.args[0])})")


def _attributes_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """The only assignment of an attribute that a method reads is left out of the constructor."""
    text = ast.unparse(tree)
    for node, methods in module_classes(tree):
        if not any(ast.unparse(base) in ("nn.Module", "torch.nn.Module") for base in node.bases):
            continue
        read = {
            ast.unparse(inner)
            for method in methods.values()
            for inner in ast.walk(method)
            if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Load)
        }
        for statement in methods["__init__"].body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                name = ast.unparse(statement.targets[0])
                if name.startswith("self.") and name in read and text.count(f"{name} = ") == 1:
                    yield replaced(statement, "pass")


def _writes_without_effect(tree: ast.Module) -> Iterator[Replacement]:
    """`p.requires_grad = False` becomes `p.require_grad = False`; `requires_grad_(False)` and eval() become writes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            if node.targets[0].attr == "requires_grad":
                yield replaced(node.targets[0], f"{ast.unparse(node.targets[0].value)}.require_grad")
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in _RATES:
            yield replaced(node.targets[0], "optimizer.lr")
        elif isinstance(node, ast.Expr) and isinstance(call := node.value, ast.Call):
            if isinstance(call.func, ast.Attribute) and not call.keywords:
                receiver, given = ast.unparse(call.func.value), [ast.unparse(argument) for argument in call.args]
                if call.func.attr == "requires_grad_" and given == ["False"]:
                    yield replaced(node, f"{receiver}.requires_grad = False")
                elif call.func.attr == "eval" and not given and receiver != "self":
                    yield replaced(node, f"{receiver}.training = False")


_RATES = ("param_group['lr']", "optimizer.param_groups[0]['lr']")
_FILLED = {"zeros", "ones", "randn", "rand"}


def _parameters_empty(tree: ast.Module) -> Iterator[Replacement]:
    """`self.w = nn.Parameter(torch.zeros(n))` becomes `nn.Parameter(torch.empty(n))`, where nothing fills it later."""
    text = ast.unparse(tree)
    for statement in ast.walk(tree):
        node = statement.value if isinstance(statement, ast.Assign) else None
        if isinstance(node, ast.Call) and called(node) == "Parameter" and node.args and called(node.args[0]) in _FILLED:
            function = node.args[0].func if isinstance(node.args[0], ast.Call) else None
            name = ast.unparse(statement.targets[0]).rpartition(".")[2] if isinstance(statement, ast.Assign) else ""
            is_filled = re.search(rf"_\([\w.]*\.{re.escape(name)}\b|\.{re.escape(name)}\.(data\.)?\w+_\(", text)
            if function is not None and ast.unparse(function).startswith("torch.") and not is_filled:
                yield replaced(function, "torch.empty")


def _initialisers_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.init.zeros_(self.bias)` is left out, where the file has the parameter without values."""
    text = ast.unparse(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value.args:
            name = ast.unparse(node.value.args[0])
            if "init." in ast.unparse(node.value.func) and name.startswith("self.") and text.count(name) < 5:
                if re.search(re.escape(name) + r" = [\w.]*Parameter\(torch\.(empty|Tensor|FloatTensor)\(", text):
                    yield replaced(node, "pass")


def _normed_before_initialised(tree: ast.Module) -> Iterator[Replacement]:
    """`self.conv = nn.Conv2d(...)`, in a class that initialises its layers, gets a weight norm."""
    text = ast.unparse(tree)
    for _, methods in module_classes(tree):
        last = methods["__init__"].body[-1]
        if isinstance(last, ast.Expr) and called(last.value) == "apply" and "init" in ast.unparse(last):
            for layer in layers_of(methods["__init__"]).values():
                is_initialised = re.search(rf"isinstance\(\w+, .*\b{called(layer)}\b", text) is not None
                if called(layer) in ("Linear", "Conv1d", "Conv2d") and is_initialised:
                    yield replaced(layer, f"torch.nn.utils.weight_norm({ast.unparse(layer)})")


OPERATORS = (
    operator("plain container", "module-in-plain-container", _plain_containers),
    operator("plain buffer", "plain-tensor-attribute-not-buffer", _plain_buffers),
    operator("parameter moved", "parameter-moved-is-not-parameter", _parameters_moved),
    operator("layer created in forward", "layer-created-in-forward", _layers_in_forward),
    operator("layer skipped", "layer-never-used", _layers_skipped),
    operator("list multiplied", "shared-module-by-list-multiply", _lists_multiplied),
    operator("attribute left out", "module-attribute-not-defined", _attributes_left_out),
    operator(
        "write without effect", "module-attribute-write-is-a-no-op missing-eval-mode", _writes_without_effect, "torch"
    ),
    operator("parameter empty", "uninitialised-parameter", _parameters_empty),
    operator("initialiser left out", "uninitialised-parameter", _initialisers_left_out),
    operator("normed before initialised", "initialised-after-weight-norm", _normed_before_initialised),
)
