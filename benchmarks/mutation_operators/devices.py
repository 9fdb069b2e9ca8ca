"""Devices, and models that are wrapped."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from benchmarks.mutation_operators.operators import (
    Replacement,
    blocks,
    called,
    inserted,
    method,
    methods_of,
    operator,
    replaced,
    with_argument,
    without_argument,
)

_CHANGES = ("clamp", "detach", "contiguous", "float", "long", "unsqueeze", "squeeze", "permute", "transpose", "view")
_WRAPPERS = ("DataParallel", "DistributedDataParallel", "DDP", "compile", "prepare", "quantize_dynamic")


def _results(tree: ast.AST, *methods: str) -> Iterator[tuple[ast.Assign, ast.Call]]:
    """Assignments of what one of these methods of a variable returns to this variable."""
    for node in ast.walk(tree):
        call = method(node.value, *methods) if isinstance(node, ast.Assign) else None
        if isinstance(node, ast.Assign) and call is not None and isinstance(call.func, ast.Attribute):
            if [ast.unparse(target) for target in node.targets] == [ast.unparse(call.func.value)]:
                yield node, call


def _moves_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`images = images.to(device)`, in a loop over a loader, is left out."""
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For) and re.search("load|batch|data", ast.unparse(loop.iter)):
            names = {node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)}
            for node, call in _results(loop, "to", "cuda"):
                if ast.unparse(node.targets[0]) in names and "dtype" not in ast.unparse(call):
                    yield replaced(node, "pass")


def _moves_discarded(tree: ast.Module) -> Iterator[Replacement]:
    """`x = x.to(device)` becomes `x.to(device)`."""
    for node, call in _results(tree, "to", "cuda"):
        if not re.search("model|net|module|loss|crit|coder|vae|ema|pipe", ast.unparse(node.targets[0])):
            yield replaced(node, ast.unparse(call))


def _changes_discarded(tree: ast.Module) -> Iterator[Replacement]:
    """`x = x.clamp(0, 1)` becomes `x.clamp(0, 1)`."""
    for node, call in _results(tree, *_CHANGES):
        yield replaced(node, ast.unparse(call))


def _wrapped_discarded(tree: ast.Module) -> Iterator[Replacement]:
    """`model = DataParallel(model)` becomes `DataParallel(model)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and called(node.value) in _WRAPPERS and not ast.unparse(node).startswith("re."):
            call = node.value
            if isinstance(call, ast.Call) and call.args and ast.unparse(call.args[0]) in ast.unparse(node.targets[0]):
                yield replaced(node, ast.unparse(call))


def _not_the_compiled(tree: ast.Module) -> Iterator[Replacement]:
    """`model = torch.compile(model)` becomes `compiled = torch.compile(model)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("torch.compile("):
            yield replaced(node.targets[0], "compiled")


def _prints_in_forward(tree: ast.Module) -> Iterator[Replacement]:
    """A forward prints."""
    for node in ast.walk(tree):
        one = methods_of(node).get("forward") if isinstance(node, ast.ClassDef) else None
        if one is not None and len(one.args.args) > 1:
            yield inserted(one.body[-1], f"print({one.args.args[1].arg})")


def _types_left_out(tree: ast.Module) -> Iterator[Replacement]:
    """`device.type == "cuda"` becomes `device == "cuda"`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "type":
            if "device" in ast.unparse(node.left.value) and isinstance(node.comparators[0], (ast.Constant, ast.Tuple)):
                yield replaced(node.left, ast.unparse(node.left.value))


def _copies_not_waited_for(tree: ast.Module) -> Iterator[Replacement]:
    """`x.cpu()` becomes `x.to("cpu", non_blocking=True)`."""
    for node in ast.walk(tree):
        call = method(node, "cpu")
        if call is not None and isinstance(call.func, ast.Attribute):
            yield replaced(call, f"{ast.unparse(call.func.value)}.to('cpu', non_blocking=True)")


def _samples_on_the_gpu(tree: ast.Module) -> Iterator[Replacement]:
    """`torch.from_numpy(x)` in `__getitem__` becomes `torch.from_numpy(x).cuda()`."""
    for node in ast.walk(tree):
        one = methods_of(node).get("__getitem__") if isinstance(node, ast.ClassDef) else None
        for inner in ast.walk(one) if one is not None else ():
            if isinstance(inner, ast.Call) and re.match(r"torch\.(from_numpy|tensor|\w+Tensor)\(", ast.unparse(inner)):
                yield replaced(inner, f"{ast.unparse(inner)}.cuda()")


def _visible_too_late(tree: ast.Module) -> Iterator[Replacement]:
    """`os.environ["CUDA_VISIBLE_DEVICES"] = ...` moves behind the first use of CUDA."""
    for block in blocks(tree):
        for index, node in enumerate(block):
            if not isinstance(node, ast.Assign) or "'CUDA_VISIBLE_DEVICES'" not in ast.unparse(node.targets[0]):
                continue
            for later, user in enumerate(block[index + 1 :], index + 1):
                if re.search(r"\.cuda\(|is_available\(|set_device\(", ast.unparse(user)):
                    moved = [*block[index + 1 : later + 1], node]
                    yield replaced(node, ast.unparse(ast.Module(moved, [])), user)
                    break


def _rebound(tree: ast.Module) -> Iterator[Replacement]:
    """`batch = [x.to(device) for x in batch]` becomes a loop that rebinds `x`, as does one that writes `batch[key]`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.ListComp, ast.DictComp)):
            value = node.value.elt if isinstance(node.value, ast.ListComp) else node.value.value
            loop = node.value.generators[0]
            target, over = ast.unparse(node.targets[0]), ast.unparse(loop.iter)
            call = method(value, "to", "cuda", "float")
            if call is not None and over in (target, f"{target}.items()") and isinstance(call.func, ast.Attribute):
                name = ast.unparse(call.func.value)
                yield replaced(
                    node,
                    f"for {ast.unparse(loop.target).strip('()')} in {over}:\n    {name} = {ast.unparse(call)}",
                )
        elif isinstance(node, ast.For) and isinstance(node.target, ast.Tuple) and len(node.target.elts) == 2:
            for inner in node.body:
                call = method(inner.value, "to", "cuda", "float") if isinstance(inner, ast.Assign) else None
                if isinstance(inner, ast.Assign) and call is not None and isinstance(call.func, ast.Attribute):
                    key, name = map(ast.unparse, node.target.elts)
                    if ast.unparse(call.func.value) == name and ast.unparse(inner.targets[0]).endswith(f"[{key}]"):
                        yield replaced(inner.targets[0], name)


OPERATORS = (
    operator("batch not moved", "batch-not-moved-to-device", _moves_left_out),
    operator("move discarded", "discarded-tensor-op batch-not-moved-to-device", _moves_discarded),
    operator("change discarded", "discarded-tensor-op", _changes_discarded),
    operator("wrapped model discarded", "wrapped-model-discarded", _wrapped_discarded),
    operator("compiled model not called", "compile-bypassed", _not_the_compiled),
    operator("forward prints", "compile-graph-break", _prints_in_forward, r"torch\.compile\("),
    operator("type left out", "device-compared-with-string", _types_left_out),
    operator("copy not waited for", "device-transfer-non-blocking-to-cpu", _copies_not_waited_for),
    operator("no map_location", "torch-load-no-map-location", without_argument("torch.load", "map_location", "")),
    operator("loads everything", "torch-load-untrusted", with_argument("torch.load", "weights_only", "False")),
    operator("samples on the GPU", "cuda-in-dataset-worker", _samples_on_the_gpu),
    operator("devices hidden too late", "cuda-visible-devices-too-late", _visible_too_late),
    operator("loop variable rebound", "loop-variable-rebind", _rebound),
)
