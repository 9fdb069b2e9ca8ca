"""What rules see of a dataset's work: what is done to one sample at a time that could be done to a batch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import uses
from torchlint.knowledge.lookup import BUILT_IN
from torchlint.knowledge.operations import has_column, operations
from torchlint.queries import CallView, View
from torchlint.syntax import tree

from .detect_module_transforms import is_held_by_module
from .detect_pixel_work import (
    ARITHMETIC,
    TORCHVISION,
    SampleWork,
    does_nothing,
    elementwise,
)

if TYPE_CHECKING:
    from torchlint.queries import File

# What a method calls that runs a model, switches gradients or asks for a device.
_NO_TRANSFORMS = operations("grad-off", of="torch.autograd") | {"model", "backward"} | {"device", "cpu"}


def sample_work(file: File) -> Iterator[SampleWork]:
    """Elementwise work in code that runs once per sample, in source order; the first place of each function."""
    found: dict[object, SampleWork] = {}
    for function, is_proven in _per_sample(file):
        work = next(elementwise(file, function.node, is_proven), None)
        if work is not None:
            found[function] = work
    for step in _compose_steps(file):
        found.setdefault(step.node, step)
    seen: set[tree.Node] = set()
    for view in sorted(found.values(), key=lambda v: v.node.start):
        if view.node not in seen:
            seen.add(view.node)
            yield view


def _per_sample(file: File) -> list[tuple[Function, bool]]:
    """Functions that run once per sample: datasets' __getitem__, transforms' __call__, and what these call.

    A `__call__` with two arguments may transform an image and its mask, or do something else altogether: only what
    is done with an imaging library tells, which the second of each pair says.
    """
    todo = [
        (f, f.name != "__call__" or len(f.node.parameters) == 2) for cls in file.analysis.classes for f in _entries(cls)
    ]
    found: dict[Function, bool] = {}
    while todo:
        function, is_proven = todo.pop()
        if function in found:
            continue
        found[function] = is_proven
        for node in tree.walk(function.node, into_functions=False):
            if isinstance(node, tree.Call):
                called = file.facts.functions.get(node, set())
                todo += [(f, is_proven) for f in called if f.name not in ("__init__", "__len__", "__getitem__")]
    own = [item for item in found.items() if file.holds(item[0].node)]
    return sorted(own, key=lambda item: item[0].node.start)


def _entries(cls: Class) -> list[Function]:
    """The methods of a dataset or a transform that are called for each sample."""
    is_dataset = cls.is_dataset or {"__getitem__", "__len__"} <= cls.methods.keys()
    if is_dataset and not cls.is_module:
        return [cls.methods[name] for name in ("__getitem__", "__iter__") if name in cls.methods]
    call = cls.methods.get("__call__")
    if call is None or cls.is_module or len(call.node.parameters) not in (2, 3):
        return []
    if any(base.endswith((".Module", ".Layer", ".Model")) for base in cls.external_bases):
        return []  # a network of another framework
    # A transform computes; what calls a model, switches gradients or asks for a device is something else.
    says = {n.attr for n in tree.walk(call.node) if isinstance(n, tree.Attribute)}
    return [] if says & _NO_TRANSFORMS else [call]


def _compose_steps(file: File) -> Iterator[SampleWork]:
    """Steps of a torchvision Compose that work pixel by pixel."""
    told: set[Class] = set()
    for compose in file.calls(*BUILT_IN.names_with("compose", "torchvision")):
        yield from _steps_from_elsewhere(file, compose, told)
        if _is_called_here(file, compose) or is_held_by_module(file, compose.node):
            continue  # a transform of single images, or of batches inside a module, not of a dataset
        for node in tree.walk(compose.node):
            if not isinstance(node, tree.Call) or node.start < _last_image(file, compose.node):
                continue
            names = {name.rpartition(".")[2] for name in CallView(file, node).names if name.startswith("torchvision.")}
            works = bool(names & TORCHVISION) and not does_nothing(node, names)
            if works or ("Lambda" in names and _is_arithmetic_lambda(node)):
                yield SampleWork(file, node)


def _last_image(file: File, compose: tree.Call) -> int:
    """Where the last step stands that makes an image again: what comes before serves a library that wants one."""
    calls = (n for n in tree.walk(compose) if isinstance(n, tree.Call))
    images = (c.start for c in calls if any(name.endswith(".ToPILImage") for name in CallView(file, c).names))
    return max(images, default=0)


def _steps_from_elsewhere(file: File, compose: CallView, told: set[Class]) -> Iterator[SampleWork]:
    """Steps whose class another file defines, and that work pixel by pixel there; each class once."""
    steps = compose.node.args[0].value if compose.node.args else None
    for step in steps.elements if isinstance(steps, (tree.List, tree.Tuple)) else ():
        cls = file.value(step).value.ref
        if not isinstance(cls, Class) or cls in told:
            continue
        call = cls.method("__call__")
        if call is None or file.holds(call.node) or cls.is_module or len(call.node.parameters) != 2:
            continue
        if any(elementwise(file, call.node, True)) and not _cuts(call.node) and _is_for_batches(file, compose):
            told.add(cls)
            yield SampleWork(file, step)


def _is_for_batches(file: File, compose: CallView) -> bool:
    """Whether a Compose stands in a dataset, or in a file that puts samples into batches."""
    if file.tree.above(compose.node, tree.ClassDef) is not None:
        return True
    return any(file.value(call).value.kind == "loader" for call in file.tree.all(tree.Call))


def _cuts(function: tree.Node) -> bool:
    """Whether a transform cuts an image out as well, which has to come before there is a batch."""
    calls = (n.func for n in tree.walk(function) if isinstance(n, tree.Call))
    return any(isinstance(func, tree.Attribute) and func.attr in ("crop", "resize") for func in calls)


def _is_called_here(file: File, compose: View) -> bool:
    """Whether a Compose is only ever applied by hand, and never handed to a dataset."""
    assign = file.tree.parents.get(compose.node)
    if not isinstance(assign, tree.Assign) or not isinstance(assign.targets[0], tree.Name):
        return False
    reads = uses(file.tree, assign.targets[0])
    calls = [u for u in reads if isinstance(c := file.tree.parents.get(u), tree.Call) and c.func is u]
    return bool(calls) and len(calls) == len(reads)


def _is_arithmetic_lambda(node: tree.Call) -> bool:
    function = node.args[0].value if node.args else None
    if not isinstance(function, tree.Lambda):
        return False
    body = function.body
    if isinstance(body, tree.Call):
        return isinstance(body.func, tree.Attribute) and has_column(body.func.attr, "arithmetic")
    return isinstance(body, tree.BinaryOp) and body.op in ARITHMETIC
