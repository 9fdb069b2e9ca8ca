"""Work that is done to one sample pixel by pixel: which arithmetic and which calls that is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.use_def import definitions_of, reaching_definition, resolved_expression
from torchlint.domain.values import IMAGE, Value
from torchlint.knowledge.operations import has_column
from torchlint.queries import CallView, ExpressionView, View
from torchlint.queries.data import is_loaded_singly, makes_batches, only_looks_at_batches
from torchlint.syntax import tree

from .detect_module_transforms import is_given_to_module

if TYPE_CHECKING:
    from torchlint.queries import File

# What the range of a byte is scaled by: arithmetic with one of these is work on pixels.
_PIXEL_RANGE = frozenset((255, 255.0, 127.5))
ARITHMETIC = frozenset("+ - * /".split())
# Pixel by pixel, or by a kernel that fits a batch as well; resizing and cropping make the batch possible.
TORCHVISION = frozenset(
    """GaussianBlur ColorJitter gaussian_blur adjust_brightness adjust_contrast adjust_saturation adjust_hue
    adjust_gamma adjust_sharpness""".split()
)
_PIXEL_FUNCTIONS = frozenset(
    """PIL.ImageOps.solarize PIL.ImageOps.posterize PIL.ImageOps.autocontrast PIL.ImageOps.equalize PIL.ImageOps.invert
    PIL.ImageOps.grayscale cv2.GaussianBlur cv2.blur cv2.medianBlur""".split()
)

# What gives numbers in an order that is drawn.
_ORDERS = frozenset(("torch.randperm", "numpy.random.permutation", "random.sample"))
_SHAPES = ("shape", "size")
_DRAWS = ("torch.randn", "torch.rand")
_COUNTING = frozenset(("numpy.arange", "numpy.linspace", "torch.arange", "range"))


class SampleWork(View):
    """Elementwise work on one sample: arithmetic, a call, or a step of a Compose that is called elsewhere."""

    __slots__ = ()

    @property
    def is_for_batches(self) -> bool:
        """Whether the sample is one of many that go to a device in batches, rather than looked at by itself."""
        if only_looks_at_batches(self.file) or is_given_to_module(self.file, self.node):
            return False
        around = self.file.tree.above(self.node, tree.ClassDef)
        cls = self.file.analysis.class_at.get(around)
        if cls is not None and cls.is_dataset:
            return not is_loaded_singly(self.file, cls.name)
        indexed = cls is not None and "__getitem__" in cls.methods
        return makes_batches(self.file, cls.name if cls is not None and indexed else None)

    @property
    def is_for_some_types(self) -> bool:
        """Whether a condition on the sample's type decides: `if image.dtype == torch.uint8` may never hold."""
        inside: tree.Node = self.node
        for above in self.file.tree.around(self.node):
            if isinstance(above, tree.Scope):
                return False
            if isinstance(above, (tree.If, tree.Conditional)) and inside is not above.test:
                asked = {tree.last_name(node) for node in tree.walk(above.test)}
                if asked & {"dtype", "isinstance"}:
                    return True
            inside = above
        return False

    @property
    def turns_a_label(self) -> bool:
        """Whether an image is turned beside its label, which may be looked at before there is a batch."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        given = len(function.parameters) if isinstance(function, tree.FunctionDef) else 0
        turns = isinstance(self.node, tree.Call) and CallView(self.file, self.node).method == "rotate"
        return turns and given > 2

    @property
    def callee(self) -> View | None:
        """What is called with the sample and nothing else."""
        node = self.node
        if not isinstance(node, tree.Call) or len(node.args) != 1 or not _is_plain(node.args[0]):
            return None
        return View(self.file, node.func)

    @property
    def first(self) -> View | None:
        """The left operand of arithmetic, or the first argument of a call."""
        node = self.node
        if isinstance(node, tree.BinaryOp):
            return View(self.file, node.left)
        if not isinstance(node, tree.Call) or not node.args or not all(map(_is_plain, node.args)):
            return None
        return View(self.file, node.args[0].value)

    @property
    def second(self) -> View | None:
        """The right operand of arithmetic."""
        return View(self.file, self.node.right) if isinstance(self.node, tree.BinaryOp) else None


def _is_plain(argument: tree.Argument) -> bool:
    return not argument.star and argument.keyword is None


def elementwise(file: File, function: tree.Node, is_proven: bool) -> Iterator[SampleWork]:
    """The places in a function where an image is worked on element by element."""
    if _is_picked_from_table(file, function):
        return  # each image gets a different operation
    for node in tree.walk(function, into_functions=False):
        if isinstance(node, tree.Call):
            clips = is_proven and _is_clipped_arithmetic(node) and not _is_of_a_table(file, node)
            works = _is_pixel_call(file, node) or (clips and not _becomes_an_image(file, function, node))
        elif is_proven and isinstance(node, (tree.BinaryOp, tree.AugmentedAssign)) and node.op in ARITHMETIC:
            left, right = (node.left, node.right) if isinstance(node, tree.BinaryOp) else (node.target, node.value)
            computes = _is_sample_arithmetic(file, node.op, left, right)
            works = computes and not _becomes_an_image(file, function, node)
        else:
            works = False
        if works and not _is_in_random_order(file, node):
            yield SampleWork(file, node)


def _is_picked_from_table(file: File, function: tree.Node) -> bool:
    """Whether a function is one of several in a table that a policy picks from: `{"invert": invert, ...}`."""
    name = function.name if isinstance(function, tree.FunctionDef) else ""
    for table in file.tree.all(tree.Dict) if name else ():
        functions = [value for value in table.values if isinstance(value, tree.Name)]
        if len(functions) > 2 and any(value.id == name for value in functions):
            return True
    return False


def _is_in_random_order(file: File, work: tree.Node) -> bool:
    """Whether it is one of several operations that each sample has in another order: `for i in torch.randperm(4)`."""
    loop = file.tree.above(work, tree.For, tree.FunctionDef)
    over = resolved_expression(file.tree, loop.iter) if isinstance(loop, tree.For) else None
    return isinstance(over, tree.Call) and bool(CallView(file, over).names & _ORDERS)


def _is_sample_arithmetic(file: File, op: str, *sides: tree.Node) -> bool:
    """Whether arithmetic scales pixels, normalises by an array, or adds noise."""
    values = [ExpressionView(file, side).value for side in sides]
    if any(_counts(file, side) for side in sides):
        return False
    if any(v.kind == "number" and not isinstance(s, tree.Constant) for v, s in zip(values, sides)):
        return False
    constants = [s.value for s in sides if isinstance(s, tree.Constant)]
    if op == "+" and len({tree.dotted(channel.value) for side in sides for channel in _channels(side)}) == 1:
        return False  # one number per pixel from its three channels: a code to look up
    if constants:
        # A product leads back to bytes, as a rule for a library that works on one image at a time.
        is_scaled = len(constants) == 1 and constants[0] in _PIXEL_RANGE and op != "*"
        return is_scaled and not any(_is_setting(file, side) for side in sides)
    if any(_is_noise(file, side) for side in sides):
        return not _is_seeded_around(file, sides[0])
    return any(v.made_by == IMAGE for v in values) or _is_standardising(file, *sides)


def _channels(side: tree.Node) -> list[tree.Subscript]:
    """The parts of arrays that arithmetic is done with; empty where it is done with anything else."""
    if isinstance(side, tree.BinaryOp):
        found = [_channels(part) for part in (side.left, side.right) if not isinstance(part, tree.Constant)]
        return [channel for part in found for channel in part] if all(found) else []
    return [side] if isinstance(side, tree.Subscript) and isinstance(side.index, tree.Tuple) else []


def _is_setting(file: File, side: tree.Node) -> bool:
    """Whether an operand is one of the object's own settings, or drawn from a range of these: no sample."""
    if isinstance(side, tree.Call):
        given = [argument.value for argument in side.args]
        inside = given[0].elements if len(given) == 1 and isinstance(given[0], tree.List) else given
        return bool(inside) and all(
            isinstance(one, tree.Constant) or _is_setting(file, one) or _is_drawn(file, one) for one in inside
        )
    if isinstance(side, tree.Subscript):
        return isinstance(side.index, tree.Constant) and _is_setting(file, side.value)
    name = tree.dotted(side) or ""
    return name.startswith("self.") and name.count(".") == 1


def _is_drawn(file: File, side: tree.Node) -> bool:
    """Whether a name stands for one number: a setting, or what Python's `random` draws from settings."""
    values = [one.value for one in definitions_of(file.tree, side)] if isinstance(side, tree.Name) else []
    return bool(values) and all(
        value is not None
        and _is_setting(file, value)
        and not (isinstance(value, tree.Call) and not _draws(file, value))
        for value in values
    )


def _draws(file: File, call: tree.Call) -> bool:
    """Whether a call is one of Python's `random`."""
    return file.names.spelled_out(call.func).startswith("random.")


def _is_standardising(file: File, *sides: tree.Node) -> bool:
    """Whether arithmetic has the form (x - mean) / std, with arrays or tensors for mean and std."""
    inner = sides[0]
    if not isinstance(inner, tree.BinaryOp) or inner.op != "-":
        return False
    constants = (inner.right, sides[1])
    return all(tree.dotted(c) and _is_array(ExpressionView(file, c).value) for c in constants)


def _is_array(value: Value) -> bool:
    return value.kind == "array" or value.is_tensor


def _is_noise(file: File, side: tree.Node) -> bool:
    """Whether an operand is noise of a sample's own shape, a number times such noise, or a name for that."""
    side = resolved_expression(file.tree, side)
    if isinstance(side, tree.BinaryOp) and side.op in "*/":
        return _is_noise(file, side.left) or _is_noise(file, side.right)
    if not isinstance(side, tree.Call) or not side.args:
        return False
    names = CallView(file, side).names
    if any(name in ("torch.randn_like", "torch.rand_like") for name in names):
        return True
    given = [resolved_expression(file.tree, argument.value) for argument in side.args]
    shaped = any(isinstance(n, tree.Attribute) and n.attr in _SHAPES for value in given for n in tree.walk(value))
    return shaped and any(name.startswith("numpy.random.") or name in _DRAWS for name in names)


def _is_seeded_around(file: File, side: tree.Node) -> bool:
    """Whether the function seeds a generator itself, so that a sample has the same noise each time."""
    calls = (n for n in tree.walk(file.tree.scope(side)) if isinstance(n, tree.Call))
    return any(file.names.spelled_out(call.func) in ("numpy.random.seed", "torch.manual_seed") for call in calls)


def _is_clipped_arithmetic(node: tree.Call) -> bool:
    """Whether arithmetic is clipped to the range of a pixel: `np.clip(image * gain, 0, 255)`."""
    name = node.func.attr if isinstance(node.func, tree.Attribute) else ""
    if name not in ("clip", "clamp") or len(node.args) != 3 or not isinstance(node.args[0].value, tree.BinaryOp):
        return False
    low, high = (a.value for a in node.args[1:])
    return (
        isinstance(low, tree.Constant) and isinstance(high, tree.Constant) and low.value == 0 and high.value in (1, 255)
    )


def _counts(file: File, side: tree.Node) -> bool:
    """Whether a name is that of a loop over numbers in a row: `for i in np.arange(256)`."""
    if not isinstance(side, tree.Name):
        return False
    definition = reaching_definition(file.tree, side)
    if definition is None or not isinstance(definition.node, (tree.For, tree.Clause)):
        return False
    over = definition.node.iter if definition.node.target is definition.target else None
    return isinstance(over, tree.Call) and bool(CallView(file, over).names & _COUNTING)


def _is_of_a_table(file: File, work: tree.Call) -> bool:
    """Whether arithmetic is done to every value that a pixel can have, to look pixels up in: `np.arange(256)`."""
    names = (n for a in work.args[:1] for n in tree.walk(a) if isinstance(n, tree.Name))
    values = [one.value for name in names for one in definitions_of(file.tree, name)]
    return any(isinstance(value, tree.Call) and CallView(file, value).names & _COUNTING for value in values)


def _becomes_an_image(file: File, function: tree.Node, work: tree.Node) -> bool:
    """Whether a dataset makes an image of an array again, after this, for whatever transform it is given.

    A transform that does so is a step by itself, which can be moved.
    """
    if isinstance(function, tree.FunctionDef) and function.name == "__call__":
        return False
    calls = (n for n in tree.walk(function, into_functions=False) if isinstance(n, tree.Call) and n.start > work.start)
    return any("PIL.Image.fromarray" in CallView(file, call).names for call in calls)


def does_nothing(node: tree.Call, names: set[str]) -> bool:
    """Whether it is a jitter whose strengths are all zero, as they are where none is given."""
    given = [a.value for a in node.args]
    return "ColorJitter" in names and all(isinstance(v, tree.Constant) and v.value == 0 for v in given)


def _is_pixel_call(file: File, node: tree.Call) -> bool:
    call = CallView(file, node)
    names = call.names
    vision = {name.rpartition(".")[2] for name in names if name.startswith("torchvision.")}
    if vision & TORCHVISION and not does_nothing(node, vision):
        return True
    if any(name.startswith(("PIL.ImageEnhance.", "PIL.ImageChops.")) or name in _PIXEL_FUNCTIONS for name in names):
        return True
    given = [a.value for a in node.args]
    if has_column(call.method, "arithmetic") and given and isinstance(given[0], tree.Constant):
        return given[0].value in _PIXEL_RANGE
    if call.method == "filter" and any(_names(file, value, "PIL.ImageFilter.") for value in given):
        return True
    if call.method == "rotate" and any(_names(file, value, "PIL.") for value in given):
        return True
    if "PIL.Image.fromarray" in names and given and isinstance(given[0], tree.Subscript):
        steps = [s.step for s in tree.walk(given[0].index) if isinstance(s, tree.Slice)]
        return any(isinstance(step, tree.UnaryOp) for step in steps)  # a flip through NumPy
    return False


def _names(file: File, node: tree.Node, prefix: str) -> bool:
    """Whether an expression is, or calls, something of a package."""
    if isinstance(node, tree.Call):
        return any(name.startswith(prefix) for name in CallView(file, node).names)
    value = ExpressionView(file, node).value
    return value.kind == "external" and value.name.startswith(prefix)
