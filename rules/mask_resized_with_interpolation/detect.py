"""Label maps that are resized with interpolation, and become integers afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.binding.definitions import assignments_in
from torchlint.finding import Edit
from torchlint.knowledge.call_names import COMPARES, RESIZES, WRAPS_LABELS
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_LABELS = re.compile(
    r"(^|_)(masks?|labels?|lbls?|gts?|seg|segm|segmap|segmentation|semantic|targets?|annotation|anno?)(_|\d|$)"
)
_SCORES = re.compile(r"pred|logit|score|prob")  # what a model says of each class, before one is chosen
_INTEGERS = re.compile(r"(^|[._])u?int\d*$|(^|\.)long$|LongTensor$")
_ROUNDS = frozenset(("round", "round_", "rint", "around", "argmax", "threshold"))
_MIXES = re.compile(r"(BI)?LINEAR|(BI)?CUBIC|AREA|LANCZOS\d*|ANTIALIAS|HAMMING|BOX", re.IGNORECASE)
_FURTHEST = 4  # so many names are followed: `label = np.array(label)`


@dataclass(frozen=True)
class _Way:
    """How a function resizes."""

    parameter: tuple[int, str]  # that says how
    default_mixes: bool  # whether it interpolates where nothing is said
    nearest: str  # what to say for the nearest pixel
    by_order: bool = False  # whether a number says how, and 0 is the nearest pixel


_WAYS = {
    "torch.nn.functional.interpolate": _Way((3, "mode"), False, 'mode="nearest"'),
    "torch.nn.functional.upsample": _Way((3, "mode"), False, 'mode="nearest"'),
    "torchvision.transforms.functional.resize": _Way((2, "interpolation"), True, "InterpolationMode.NEAREST"),
    "scipy.ndimage.zoom": _Way((3, "order"), True, "order=0", by_order=True),
    "scipy.ndimage.interpolation.zoom": _Way((3, "order"), True, "order=0", by_order=True),
    "skimage.transform.resize": _Way((2, "order"), True, "order=0", by_order=True),
    "cv2.resize": _Way((4, "interpolation"), True, "interpolation=cv2.INTER_NEAREST"),
}
_IMAGES = _Way((1, "resample"), True, "Image.NEAREST")  # a method of PIL's images
_OBJECTS = _Way((1, "interpolation"), True, "InterpolationMode.NEAREST")  # how torchvision's `Resize` is made
_MADE = ("torchvision.transforms.Resize", "torchvision.transforms.v2.Resize")
_READS = frozenset(("open", "imread", "read_image", "load", "fromarray"))
_IMAGE_MAKERS = ("PIL.Image.open", "PIL.Image.fromarray")


@dataclass(frozen=True, eq=False)
class ResizedLabels(CallView):
    """A call that resizes what is called a mask or a label, and interpolates."""

    way: _Way
    labels: ExpressionView  # what is resized

    @property
    def nearest(self) -> str:
        """What to write in place of the interpolation."""
        return f"`{self.way.nearest}`"

    @property
    def with_nearest(self) -> tuple[Edit, ...]:
        """The edit that takes the nearest pixel; none where more than that has to change."""
        mode = self.argument(*self.way.parameter)
        if not self.way.nearest.startswith("mode") or mode is None or self.argument(-1, "align_corners") is not None:
            return ()
        return mode.put('"nearest"')

    @cached_property
    def _fate(self) -> list[str]:
        """What is done to the result, one name for each step, on all ways that the function shows."""
        found: list[str] = []
        todo, seen = [(self.node, 0)], set[tree.Node]()
        for node, depth in todo:  # grows as names are followed
            if node in seen:
                continue
            seen.add(node)
            last = _steps(self.file, node, found)
            if depth < _FURTHEST and isinstance(last, tree.Assign):
                for target in last.targets:
                    uses = use_def.reads_after(self.file.tree, target, last) if isinstance(target, tree.Name) else ()
                    todo += [(use, depth + 1) for use in uses]
        return found

    @property
    def becomes_integers(self) -> bool:
        """Whether the result is cast to integers, as classes are."""
        return any(_INTEGERS.search(step) for step in self._fate)

    @property
    def is_made_integers_elsewhere(self) -> bool:
        """Whether another function of the file casts what has the same name to integers: the next of its transforms."""
        name, own = tree.dotted(self.labels.node), self.file.tree.scope(self.node)
        if name is None or not isinstance(own, tree.FunctionDef) or own.name != "__call__":
            return False
        found: list[str] = []
        for other in self.file.tree.all(tree.Name):
            if other.id == name and self.file.tree.scope(other) is not own:
                _steps(self.file, other, found)
        return any(_INTEGERS.search(step) for step in found)

    @property
    def is_rounded(self) -> bool:
        """Whether the result is rounded, or a class is chosen by its score."""
        return any(step in _ROUNDS for step in self._fate)

    @property
    def is_compared(self) -> bool:
        """Whether the result is compared with a threshold."""
        return any(step == "compared" or step in COMPARES for step in self._fate)

    @property
    def is_never_indexed(self) -> bool:
        """Whether it can't be an image of PIL's with a palette, which is never interpolated."""
        if self.way.by_order or (self.way not in (_IMAGES, _OBJECTS) and self.way.parameter[0] != 2):
            return True
        made = use_def.resolved_expression(self.file.tree, self.labels.node)
        if isinstance(made, tree.Call) and tree.last_name(made.func) == "fromarray":
            return True
        return (
            isinstance(made, tree.Call)
            and tree.last_name(made.func) == "convert"
            and '"P"' not in self.file.tree.text_of(made)
        )


def resized_labels(file: File) -> Iterator[ResizedLabels]:
    """Calls that resize labels and interpolate, in source order."""
    for call in file.tree.all(tree.Call):
        made = _resize_in(file, call.func)
        way, labels = (_OBJECTS, tree.positional(call, 0)) if made is not None else _resizing(file, call)
        if way is None and (found := _by_helper(file, call)) is not None:
            way, labels, made = found
        name = _name_of(labels).lower() if way is not None and labels is not None else ""
        if isinstance(labels, tree.Call) and not _LABELS.search(name):
            name = _name_given(file, call).lower()  # mask = Image.open(path).resize(size)
        if way is None or labels is None or not _LABELS.search(name) or _SCORES.search(name):
            continue
        view = ResizedLabels(file, call, way, ExpressionView(file, labels))
        mode = (CallView(file, made) if made is not None else view).argument(*way.parameter)
        if _mixes(way, mode):
            yield view


def _mixes(way: _Way, mode: ExpressionView | None) -> bool:
    """Whether a call says that it interpolates, or says nothing and does."""
    if mode is None:
        return way.default_mixes
    if way.by_order:
        order = tree.integer_literal(mode.node)
        return order is not None and order > 0
    return _MIXES.search(mode.code.rpartition(".")[2]) is not None


def _resizing(file: File, call: tree.Call) -> tuple[_Way | None, tree.Expression | None]:
    """How a call resizes, and what."""
    name = tree.last_name(call.func)
    if name not in RESIZES:
        return None, None
    way = _WAYS.get(file.names.spelled_out(call.func))
    if way is not None:
        return way, tree.positional(call, 0)
    speaks_of_images = name == "resize" and re.search(r"\bPIL\b", file.text) is not None
    of = call.func.value if isinstance(call.func, tree.Attribute) else None
    is_made = isinstance(of, tree.Call) and file.names.spelled_out(of.func) in _IMAGE_MAKERS
    is_method = isinstance(of, tree.Name) or is_made
    if speaks_of_images and is_method and isinstance(call.func, tree.Attribute):
        first = tree.positional(call, 0)
        return (
            (_IMAGES, call.func.value) if isinstance(first, (tree.Tuple, tree.Name, tree.Attribute)) else (None, None)
        )
    return None, None


def _by_helper(file: File, call: tree.Call) -> tuple[_Way, tree.Expression, tree.Call] | None:
    """How a function of this file resizes a parameter that a call gives, and the call in it: `self.resize(mask)`."""
    functions = list(file.facts.functions.get(call, ()))
    function = functions[0] if len(functions) == 1 else None
    if function is None or not isinstance(function.node, tree.FunctionDef) or not file.holds(function.node):
        return None
    returned = [one.value for one in file.tree.own(function.node, tree.Return)]
    inner = returned[0] if len(returned) == 1 else None
    way, resized = _resizing(file, inner) if isinstance(inner, tree.Call) else (None, None)
    if way is None or not isinstance(inner, tree.Call) or not isinstance(resized, tree.Name):
        return None
    mode = CallView(file, inner).argument(*way.parameter)
    is_chosen = mode is not None and isinstance(mode.node, tree.Name)  # perhaps by the caller
    labels = function.passed_by(call).get(resized.id)
    return None if is_chosen or labels is None else (way, labels, inner)


def _resize_in(file: File, func: tree.Expression) -> tree.Call | None:
    """The making of a `Resize` that an object applies: `self.transform`, of a `Compose` with one in it."""
    made: tree.Node | None = use_def.resolved_expression(file.tree, func)
    if isinstance(func, tree.Attribute) and tree.dotted(func.value) == "self":
        cls = file.tree.above(func, tree.ClassDef)
        dotted = f"self.{func.attr}"
        found = [d.value for d in assignments_in(cls) if d.target and tree.dotted(d.target) == dotted] if cls else []
        made = use_def.resolved_expression(file.tree, found[0]) if len(found) == 1 and found[0] is not None else None
    if not isinstance(made, tree.Call):
        return None
    if file.names.spelled_out(made.func) in _MADE:
        return made
    given = tree.positional(made, 0) if tree.last_name(made.func) == "Compose" else None
    steps = given.elements if isinstance(given, (tree.List, tree.Tuple)) else []
    calls = (one for one in steps if isinstance(one, tree.Call))
    return next((one for one in calls if file.names.spelled_out(one.func) in _MADE), None)


def _name_of(node: tree.Node) -> str:
    """The name of what is resized: `mask` in `mask[None].float()`."""
    while True:
        if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
            is_read = node.func.attr in _READS and bool(node.args)  # cv2.imread(self.masks[i])
            node = node.args[0].value if is_read else node.func.value
        elif isinstance(node, tree.Subscript):
            key = node.index
            if isinstance(key, tree.Constant) and isinstance(key.value, str):
                return key.value
            node = node.value
        else:
            return tree.last_name(node)


def _name_given(file: File, call: tree.Call) -> str:
    """The name that a result is assigned to; empty if it has another use."""
    above = file.tree.parents.get(call)
    is_named = isinstance(above, tree.Assign) and above.value is call and len(above.targets) == 1
    return tree.last_name(above.targets[0]) if is_named and isinstance(above, tree.Assign) else ""


def _steps(file: File, node: tree.Node, found: list[str]) -> tree.Node | None:
    """What is done to a value within its statement; gives the assignment that keeps the result."""
    parents = file.tree.parents
    here: tree.Node = node
    while (above := parents.get(here)) is not None:
        if isinstance(above, tree.Attribute):
            found.append(above.attr)
        elif isinstance(above, tree.Compare):
            found.append("compared" if {"<", ">", "<=", ">="} & set(above.ops) else "asked")  # not: `label == 255`
            return None
        elif isinstance(above, tree.Call) and above.func is not here:
            found.append(tree.last_name(above.func))
            if found[-1] not in WRAPS_LABELS:
                return None
            found += [_type(argument.value) for argument in above.args if argument.keyword == "dtype"]
        elif isinstance(above, tree.Call):
            found += [_type(argument.value) for argument in above.args]
        elif isinstance(above, tree.Assign):
            return above
        elif not isinstance(above, (tree.Argument, tree.Subscript, tree.BinaryOp)):
            return None
        here = above
    return None


def _type(node: tree.Expression) -> str:
    """A type that is given to `.to` or `.astype`."""
    if isinstance(node, tree.Constant):
        return node.value if isinstance(node.value, str) else ""
    return tree.last_name(node)
