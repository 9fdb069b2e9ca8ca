"""Where a program asks for CUDA, whatever the machine has that it runs on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.knowledge.operations import full_names, operations
from torchlint.queries import CallView, ExpressionView, devices
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.binding.scopes import SourceUnit
    from torchlint.queries import File

_CUDA = re.compile(r"cuda(:\d+)?$")
# Who asks one of these, anywhere in the program, chooses.
_ASKS = ("accelerator", "no_cuda", "use_cuda", *sorted(operations("asks-for-devices", of="torch.accelerator")))
# What runs on the CPU as well, for all that it is told.
_TOLERANT = operations("mixed-precision", of="torch.amp") | {"add_argument"}
# What new tensors are made as, from there on.
_DEFAULTS = frozenset(("torch.set_default_tensor_type", "torch.set_default_device"))
# What fails where there is no CUDA, rather than do nothing, or say so.
_FAILING = {"torch.cuda.synchronize"} | {
    name for name in full_names("starts-cuda", of="torch.cuda") if not name.endswith((*_ASKS, "is_bf16_supported"))
}
# Code for these runs on CUDA alone.
_CUDA_ONLY = ("triton", "cpp_extension", "cupy", "tensorrt", "apex", "pycuda")


@dataclass(frozen=True, slots=True, eq=False)
class FixedDevice(ExpressionView):
    """A call that moves to CUDA, makes something there, or names it; or a name that is given to it."""

    falls_back: bool = False  # whether the program runs on the CPU otherwise, where there is no CUDA
    is_proven: bool = True  # whether that is so in this file

    @property
    def index(self) -> int:
        """The number of the GPU, if it is written and not the first: 1 in `device="cuda:1"`."""
        texts = (node.value for node in tree.walk(self.node) if isinstance(node, tree.Constant))
        numbered = (_CUDA.match(text) for text in texts if isinstance(text, str))
        return next((int(found[1][1:]) for found in numbered if found is not None and found[1]), 0)

    @property
    def before(self) -> ExpressionView | None:
        """What is evaluated before the call."""
        if not isinstance(self.node, tree.Call):
            return None
        call = CallView(self.file, self.node)
        return call.receiver or call.callee


def fixed_devices(file: File) -> Iterator[FixedDevice]:
    """Each of them, in source order, those of unknown values last.

    None in a program for CUDA alone, or that asks what there is and does without.
    """
    if file.names.imports_packages(_CUDA_ONLY) or file.analysis.has_text("nccl"):
        return
    falls_back = any(map(_asks_for_devices, file.analysis.units)) or devices.options_fall_back(file)
    is_here = falls_back and devices.has_cpu_fallback(file.tree)
    if falls_back and not devices.program_has_cpu_fallback(file):
        return  # an imported package may have a fallback of its own
    found = {node: is_known for node, is_known in _places(file) if not _is_chosen(file, node)}
    if found and not falls_back and _is_for_programs_with_cuda(file):
        return
    for node in sorted(found, key=lambda node: (not found[node], node.start)):
        if not falls_back or (isinstance(node, tree.Call) and not _is_for_cuda(file, node)):
            yield FixedDevice(file, node, falls_back, found[node] and (is_here or not falls_back))


def _asks_for_devices(unit: SourceUnit) -> bool:
    """Whether one of the files that were read with this one asks what there is; an imported one, to do without."""
    asks = not unit.mentioned.isdisjoint(_ASKS)
    return asks and (unit.is_target or unit.is_caller or devices.has_cpu_fallback(unit.tree))


def _is_for_programs_with_cuda(file: File) -> bool:
    """Whether a program that imports this file ends without CUDA: `assert torch.cuda.is_available()`."""
    files = file.project_files
    users = files.trees(files.users(file.place)) if files is not None else ()
    return any(
        any("cuda.is_available" in syntax.text_of(check.test) for check in syntax.all(tree.Assert)) for syntax in users
    )


def _is_for_cuda(file: File, place: tree.Node) -> bool:
    """Whether code is reached with CUDA alone: after a check that leaves, or in a function called under a condition."""
    inside: tree.Node | None = place
    while inside is not None:
        if isinstance(inside, (tree.FunctionDef, tree.Module)):
            checks = (n for n in inside.body if isinstance(n, (tree.If, tree.Assert)) and n.end < place.start)
            if any(_leaves(n) and _is_about_devices(file, n.test) for n in checks):
                return True
        if isinstance(inside, tree.FunctionDef):
            name = inside.name
            calls = file.tree.calls_named(name)
            if any(_is_chosen(file, call) for call in calls):
                return True
        inside = file.tree.parents.get(inside)
    return False


def _is_about_devices(file: File, test: tree.Expression) -> bool:
    """Whether a condition asks for devices, or reads what has been asked: `self.fused = torch.cuda.is_available()`."""
    if devices.mentions_devices(file.tree.text_of(test)):
        return True
    read = {tree.dotted(node) for node in tree.walk(test) if isinstance(node, (tree.Name, tree.Attribute))}
    asked = (one.value for one in assignments_in(file.tree.root) if one.name in read and one.value is not None)
    return any(devices.mentions_devices(file.tree.text_of(value)) for value in asked)


def _leaves(check: tree.If | tree.Assert) -> bool:
    """Whether what comes after a check is not reached otherwise."""
    if isinstance(check, tree.Assert):
        return True
    last = check.body[-1]
    called = last.value if isinstance(last, tree.ExpressionStatement) else None
    exits = isinstance(called, tree.Call) and tree.last_name(called.func) in ("exit", "_exit", "quit")
    return exits or isinstance(last, (tree.Return, tree.Raise))


def _places(file: File) -> Iterator[tuple[tree.Node, bool]]:
    """Where CUDA is asked for, and whether it is surely PyTorch that is asked."""
    for moved in file.method_calls("cuda"):
        held = moved.receiver.value if moved.receiver is not None else None
        if held is not None and (held.is_tensor or held.kind in ("module", "batch")):
            yield moved.node, True
        elif held is not None and held.kind == "unknown":
            yield moved.node, False
    for call in file.tree.all(tree.Call):
        if tree.last_name(call.func) not in _TOLERANT and _names_cuda(file, call):
            yield call, True
    for assign in file.tree.all(tree.Assign):
        names = [tree.last_name(target) for target in assign.targets]
        if _is_cuda(file, assign.value) and any(name.lower().endswith("device") for name in names):
            yield assign.value, True


def _names_cuda(file: File, call: tree.Call) -> bool:
    """Whether a call is told to work on CUDA, or gives a device of it."""
    if any(a.keyword == "device" and _is_cuda(file, a.value) for a in call.args):
        return True
    if not file.names.spelled(call).isdisjoint(_FAILING) or _is_cuda_type(call.func):
        return True
    if call.args and not file.names.spelled(call).isdisjoint(_DEFAULTS):
        return _is_cuda(file, call.args[0].value) or _is_cuda_type(call.args[0].value)
    moves = isinstance(call.func, tree.Attribute) and call.func.attr == "to"
    first = call.args[0] if call.args else None
    is_first = first is not None and first.keyword is None and _is_cuda(file, first.value)
    return is_first and (moves or "torch.device" in file.names.spelled(call))


def _is_cuda_type(node: tree.Node) -> bool:
    """Whether this is a type of tensors on CUDA, by its name or written out: `"torch.cuda.FloatTensor"`."""
    name = node.value if isinstance(node, tree.Constant) else tree.dotted(node)
    return isinstance(name, str) and name.startswith("torch.cuda.") and name.endswith("Tensor")


def _is_cuda(file: File, node: tree.Node) -> bool:
    """Whether an expression is CUDA by its name, whatever the device's number is."""
    if isinstance(node, tree.Constant):
        return isinstance(node.value, str) and bool(_CUDA.match(node.value))
    return devices.cuda_index(file.tree, node) is not None


def _is_not_there_yet(file: File, test: tree.Expression) -> bool:
    """Whether a condition holds for all that is not on CUDA: `x.device != torch.device("cuda")`.

    `not x.is_cuda` is asked in front of kernels that are for CUDA alone.
    """
    if not isinstance(test, tree.Compare) or test.ops != ["!="]:
        return False
    asked, other = test.left, test.comparators[0]
    is_of_cuda = _names_cuda(file, other) if isinstance(other, tree.Call) else _is_cuda(file, other)
    return isinstance(asked, tree.Attribute) and asked.attr in ("device", "type") and is_of_cuda


def _is_chosen(file: File, node: tree.Node) -> bool:
    """Whether a condition about devices decides, or somebody who calls the function may say otherwise."""
    inside, above = node, file.tree.parents.get(node)
    while above is not None:
        if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
            is_elsewhere = tree.branch(above, inside) == "body" and _is_not_there_yet(file, above.test)
            if devices.mentions_devices(file.tree.text_of(above.test)) and not is_elsewhere:
                return True
        elif isinstance(above, tree.FunctionDef) and devices.mentions_devices(above.name):
            return True  # `def cuda(self)`: its caller chooses the device
        is_tried = isinstance(above, tree.Try) and inside in above.body
        if is_tried or isinstance(above, (tree.Parameter, tree.BoolOp, tree.Compare)):
            return True
        inside, above = above, file.tree.parents.get(above)
    return False
