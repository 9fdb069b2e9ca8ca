"""How layers are created, and called."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    called,
    layers_of,
    module_classes,
    operator,
    replaced,
)


def _float_sizes(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.Linear(width // 2, n)` and `nn.Linear(int(width * 2 / 3), n)` get a float."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in _LAYERS:
            for argument in node.args[:2]:
                for inner in ast.walk(argument):
                    if isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.FloorDiv):
                        yield replaced(inner, f"({ast.unparse(inner.left)}) / ({ast.unparse(inner.right)})")
                    elif isinstance(inner, ast.Call) and called(inner) == "int" and " / " in ast.unparse(inner):
                        yield replaced(inner, f"({ast.unparse(inner.args[0])})")


_LAYERS = ("Linear", "Conv1d", "Conv2d", "Conv3d", "ConvTranspose2d", "Embedding", "LSTM", "GRU", "BatchNorm2d")
_ACTIVATIONS = ("ReLU", "GELU", "Tanh", "SiLU", "LeakyReLU", "ELU", "Sigmoid", "relu", "gelu", "tanh", "silu", "elu")


def _sizes_swapped(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.Linear(inputs, outputs)` becomes `nn.Linear(outputs, inputs)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("Linear", "Conv1d", "Conv2d") and len(node.args) > 1:
            one, two = map(ast.unparse, node.args[:2])
            if one != two and "*" not in one + two:
                yield replaced(node.args[0], f"{two}, {one}", node.args[1])


def _activations_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """An activation between two linear layers is left out, in a Sequential or in a forward."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "Sequential":
            names = [called(argument) for argument in node.args]
            for index in range(1, len(names) - 1):
                if names[index] in _ACTIVATIONS and names[index - 1] == "Linear" == names[index + 1]:
                    left = node.args[:index] + node.args[index + 1 :]
                    yield replaced(node, ast.unparse(ast.Call(node.func, left, node.keywords)))
    for _, methods in module_classes(tree):
        layers = layers_of(methods["__init__"])
        linear = {name for name, layer in layers.items() if called(layer) == "Linear"}
        for one, two in itertools.pairwise(methods["forward"].body):
            applied = one.value if isinstance(one, ast.Assign) else None
            if isinstance(applied, ast.Call) and applied.args and called(applied) in _ACTIVATIONS:
                inner, given = applied.args[0], ast.unparse(one.targets[0]) if isinstance(one, ast.Assign) else ""
                if isinstance(inner, ast.Call) and ast.unparse(inner.func) in linear:
                    if any(f"{name}({given})" in ast.unparse(two) for name in linear):
                        yield replaced(applied, ast.unparse(inner))


def _kernels_of_two(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.Conv2d(1, 2, (3, 3))` becomes a Conv1d."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("Conv2d", "MaxPool2d", "AvgPool2d"):
            if any(isinstance(value, ast.Tuple) for value in [*node.args, *(k.value for k in node.keywords)]):
                yield replaced(node.func, ast.unparse(node.func).replace("2d", "1d"))


def _kernels_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`nn.Conv2d(a, b, 3, stride)` becomes `nn.Conv2d(a, b, stride)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in ("Conv1d", "Conv2d", "Conv3d") and len(node.args) > 1:
            named = {keyword.arg: keyword for keyword in node.keywords}
            if len(node.args) > 3 and isinstance(node.args[3], ast.Name):
                yield replaced(node, ast.unparse(ast.Call(node.func, node.args[:2] + node.args[3:], node.keywords)))
            elif len(node.args) < 4 and "stride" in named and isinstance(named["stride"].value, ast.Name):
                left = [k for k in node.keywords if k.arg not in ("kernel_size", "stride")]
                yield replaced(node, ast.unparse(ast.Call(node.func, [*node.args[:2], named["stride"].value], left)))


def _required(function: ast.FunctionDef, *, is_method: bool) -> int:
    return len(function.args.args) - len(function.args.defaults) - is_method


def _arguments_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """The last argument of a call is left out, where the function, the method or the layer of the file requires it."""
    functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    forwards = {node.name: methods["forward"] for node, methods in module_classes(tree)}
    yield from _shorter_calls(
        tree, {name: _required(function, is_method=False) for name, function in functions.items()}
    )
    for node, methods in module_classes(tree):
        required = {f"self.{name}": _required(method, is_method=True) for name, method in methods.items()}
        for name, layer in layers_of(methods["__init__"]).items():
            if called(layer) in forwards:
                required[name] = _required(forwards[called(layer)], is_method=True)
        yield from _shorter_calls(node, required)


def _shorter_calls(node: ast.AST, required: dict[str, int]) -> Iterator[Replacement]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and call.args and not call.keywords:
            if required.get(ast.unparse(call.func)) == len(call.args) and not isinstance(call.args[-1], ast.Starred):
                yield replaced(call, ast.unparse(ast.Call(call.func, call.args[:-1], [])))


def _batch_second(tree: ast.Module) -> Iterator[Replacement]:
    """`batch_first=True` is left out of a recurrent layer or an attention."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            left = [k for k in node.keywords if not (k.arg == "batch_first" and ast.unparse(k.value) == "True")]
            if len(left) < len(node.keywords) and called(node) in _SEQUENTIAL:
                yield replaced(node, ast.unparse(ast.Call(node.func, node.args, left)))


_NOT_PACKED = r"\A(?![\s\S]*pack_padded_sequence)"  # a packed sequence says itself where its batch is
_SEQUENTIAL = ("LSTM", "GRU", "RNN", "MultiheadAttention", "TransformerEncoderLayer", "TransformerDecoderLayer")
_MASKS = ("key_padding_mask", "attn_mask", "src_key_padding_mask", "memory_key_padding_mask", "tgt_mask", "src_mask")


def _masks_inverted(tree: ast.Module) -> Iterator[Replacement]:
    """`attention(x, key_padding_mask=~valid)` becomes `key_padding_mask=valid`, and the other way round."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            for keyword in node.keywords:
                if keyword.arg in _MASKS and isinstance(keyword.value, ast.UnaryOp):
                    yield replaced(keyword.value, ast.unparse(keyword.value.operand))
                elif keyword.arg in _MASKS and isinstance(keyword.value, ast.Name) and "pad" in ast.unparse(node):
                    yield replaced(keyword.value, f"~{keyword.value.id}")


_ATTENTION = "MultiheadAttention|TransformerEncoder|TransformerDecoder|scaled_dot_product_attention"

OPERATORS = (
    operator("float size", "layer-size-is-float", _float_sizes),
    operator("sizes swapped", "layer-sizes-do-not-fit", _sizes_swapped),
    operator("activation left out", "linear-layers-without-activation", _activations_left_out),
    operator("kernel of two", "kernel-size-does-not-fit", _kernels_of_two),
    operator("kernel left out", "stride-passed-as-kernel-size", _kernels_left_out),
    operator("argument left out", "arguments-do-not-fit-signature", _arguments_left_out, "torch"),
    operator("batch second", "lstm-last-step-wrong-axis batch-taken-for-sequence", _batch_second, _NOT_PACKED),
    operator("mask inverted", "attention-mask-inverted", _masks_inverted, _ATTENTION),
)
