"""Which arrays and tensors certainly hold uint8 images, whose values from 0 to 255 wrap around."""

from __future__ import annotations

from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.use_def import reaching_definition, reaching_definitions, resolved_expression
from torchlint.knowledge.dtypes import keeps_dtype
from torchlint.queries.gradients.dtypes import dtype_of, named_dtype
from torchlint.queries.gradients.returned_parts import returned_views
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

# What gives the bytes of an image, whatever is in the file.
_READ = frozenset(
    """torchvision.io.read_image torchvision.io.decode_image torchvision.io.decode_jpeg torchvision.io.image.read_image
    torchvision.io.image.decode_image torchvision.io.image.decode_jpeg""".split()
)
_CV2 = frozenset(("cv2.imread", "cv2.imdecode"))
# The second argument of OpenCV's: other flags may leave the file's own type.
_CV2_FLAGS = frozenset(("cv2.IMREAD_COLOR", "cv2.IMREAD_GRAYSCALE", "cv2.IMREAD_COLOR_RGB", "0", "1"))
_ARRAYS = frozenset(("numpy.array", "numpy.asarray", "numpy.ascontiguousarray", "numpy.copy"))
# Functions that rearrange what they are given first, or compute bytes of bytes.
_SAME = frozenset(
    """cv2.cvtColor cv2.resize cv2.flip cv2.rotate cv2.GaussianBlur cv2.blur cv2.medianBlur numpy.flip numpy.fliplr
    numpy.flipud numpy.rot90 numpy.transpose numpy.ascontiguousarray numpy.copy numpy.array numpy.asarray numpy.stack
    numpy.concatenate numpy.expand_dims numpy.squeeze""".split()
)
# The modes of Pillow with a byte for each band.
_MODES = frozenset(("RGB", "RGBA", "L", "LA", "CMYK", "YCbCr", "HSV", "LAB"))
_VIDEOS = frozenset(("torchvision.io.read_video", "torchvision.io.video.read_video"))
_MEMORY = frozenset("numpy.zeros numpy.empty torch.zeros torch.empty".split())
_DEEPEST = 8
_SPLITS = frozenset(("numpy.split", "numpy.array_split", "numpy.dsplit"))
_BANDS = (2, -1)  # the axis of an array that is made of a picture with several bands


def is_image_of_bytes(file: File, node: tree.Node, depth: int = 0) -> bool:
    """Whether an expression is certainly an image that was read as uint8 and has not been converted since."""
    node = resolved_expression(file.tree, node)
    if depth > _DEEPEST:
        return False
    if isinstance(node, tree.Name) and len(reaching_definitions(file.tree, node)) > 1:
        return _is_of_bytes_on_all_ways(file, node)
    if _is_band_of_a_picture(file, node):
        return True
    if isinstance(node, tree.Subscript):
        return is_image_of_bytes(file, node.value, depth + 1)
    if isinstance(node, tree.Attribute):
        return _is_buffer_of_bytes(file, node)
    if isinstance(node, tree.Name):
        return _is_read_video(file, node)
    if not isinstance(node, tree.Call):
        return False
    returned = returned_views(file, node)
    if returned:
        return all(is_image_of_bytes(one.file, one.node, depth + 1) for one in returned)
    names = file.names.spelled(node)
    first = node.args[0].value if node.args and not node.args[0].star else None
    if any(argument.keyword == "dtype" for argument in node.args) or (names & _ARRAYS and len(node.args) > 1):
        return False  # states a dtype, possibly the same
    if names & _READ:
        return True
    if names & _CV2:
        flags = node.args[1].value if len(node.args) > 1 else None
        return flags is None or file.tree.text_of(flags) in _CV2_FLAGS
    if names & _ARRAYS and len(node.args) == 1 and first is not None and _is_converted(file, first):
        return True
    if names & _SAME:
        return first is not None and is_image_of_bytes(file, first, depth + 1)
    if isinstance(node.func, tree.Attribute) and not names and _keeps_bytes(file, node, node.func.attr):
        return is_image_of_bytes(file, node.func.value, depth + 1)
    return False


def _is_of_bytes_on_all_ways(file: File, name: tree.Name) -> bool:
    """Whether each value that a name may have is such an image: what was read, and perhaps resized."""
    todo, asked = [name], set[tree.Node]()
    for one in todo:  # grows as values are found
        for made in reaching_definitions(file.tree, one):
            value = made.value if made is not None else None
            if value is None:
                return False
            if value in asked:
                continue
            asked.add(value)
            first = _rearranged(file, value)
            if isinstance(first, tree.Name):
                todo.append(first)
            elif not is_image_of_bytes(file, value, _DEEPEST // 2):
                return False
    return True


def _rearranged(file: File, value: tree.Expression) -> tree.Node | None:
    """The name whose pixels an expression puts elsewhere, or computes bytes of: `cv2.resize(image, size)`."""
    if isinstance(value, tree.Call) and file.names.spelled(value) & _SAME and value.args and not value.args[0].star:
        return None if any(argument.keyword == "dtype" for argument in value.args) else value.args[0].value
    return value if isinstance(value, tree.Name) else None


def _is_read_video(file: File, name: tree.Name) -> bool:
    """Whether a name is given the frames of a video: `frames, audio, info = read_video(path)`."""
    made = reaching_definition(file.tree, name)
    if made is None or not isinstance(made.node, tree.Assign) or not isinstance(made.source, tree.Call):
        return False
    targets = made.node.targets[0]
    is_first = isinstance(targets, (tree.Tuple, tree.List)) and targets.elements[:1] == [made.target]
    return is_first and bool(file.names.spelled(made.source) & _VIDEOS)


def _is_buffer_of_bytes(file: File, node: tree.Attribute) -> bool:
    """Whether an attribute of the object is memory for images, which is made once, with its type: a replay buffer."""
    owner = file.tree.above(node, tree.ClassDef)
    dotted = tree.dotted(node) or ""
    if not isinstance(owner, tree.ClassDef) or not dotted.startswith("self."):
        return False
    given = [one.value for one in assignments_in(owner) if one.name == dotted]
    calls = [one for one in given if isinstance(one, tree.Call) and file.names.spelled(one) & _MEMORY]
    return len(given) == 1 and len(calls) == 1 and dtype_of(file, calls[0]) == "uint8"


def _is_band_of_a_picture(file: File, node: tree.Node) -> bool:
    """Whether this is one band of a picture that Pillow has read: in all modes with several bands, these are bytes.

    https://pillow.readthedocs.io/en/stable/handbook/concepts.html#modes
    """
    if isinstance(node, tree.Subscript):
        index = node.index.elements if isinstance(node.index, tree.Tuple) else []
        is_whole = len(index) == 2 and isinstance(index[0], tree.Constant) and index[0].value is ...
        is_band = (len(index) == 3 or is_whole) and not isinstance(index[-1], tree.Slice)
        return is_band and _is_read_picture(file, node.value)
    made = reaching_definition(file.tree, node) if isinstance(node, tree.Name) else None
    split = made.source if made is not None else None
    if not isinstance(split, tree.Call) or not file.names.spelled(split) & _SPLITS:
        return False
    axis = next((a.value for a in split.args if a.keyword == "axis"), tree.positional(split, 2))
    is_by_band = tree.last_part(split.func) == "dsplit" or (axis is not None and tree.integer_literal(axis) in _BANDS)
    return is_by_band and bool(split.args) and _is_read_picture(file, split.args[0].value)


def _is_read_picture(file: File, node: tree.Node) -> bool:
    """Whether this is an array of what Pillow has opened, in the mode of the file: `np.array(Image.open(path))`."""
    node = resolved_expression(file.tree, node)
    if not isinstance(node, tree.Call) or len(node.args) != 1 or not file.names.spelled(node) & _ARRAYS:
        return False
    opened = resolved_expression(file.tree, node.args[0].value)
    return isinstance(opened, tree.Call) and "PIL.Image.open" in file.names.spelled(opened)


def _keeps_bytes(file: File, call: tree.Call, name: str) -> bool:
    """Whether a method of a tensor or an array surely gives bytes of bytes, as `to` and `view` do without a type."""
    if any(named_dtype(file, argument.value) for argument in call.args):
        return False
    if name == "to" and not _is_to_device(file, call):
        return False
    return name == "copy" or keeps_dtype(name, "uint8")


def _is_to_device(file: File, call: tree.Call) -> bool:
    """Whether a call of `to` names the device: `image.to("cuda")`, `image.to(self.device)`."""
    given = call.args[0].value if len(call.args) == 1 else None
    return isinstance(given, tree.Constant) or "device" in file.tree.text_of(given) if given is not None else False


def is_array_of_whole_numbers(file: File, node: tree.Node) -> bool:
    """Whether this is a uint8 image, or an array made without a dtype: `np.array(image)`."""
    node = resolved_expression(file.tree, node)
    if is_image_of_bytes(file, node) or dtype_of(file, node) == "uint8":
        return True
    if not isinstance(node, tree.Call) or len(node.args) != 1 or node.args[0].keyword:
        return False
    is_array = bool(file.names.spelled(node) & _ARRAYS)
    return is_array and isinstance(resolved_expression(file.tree, node.args[0].value), (tree.Name, tree.Attribute))


def _is_converted(file: File, node: tree.Node) -> bool:
    """Whether this is a Pillow image in an 8-bit mode: `Image.open(path).convert("RGB")`."""
    node = resolved_expression(file.tree, node)
    while isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute):
        if node.func.attr == "convert" and node.args:
            mode = node.args[0].value
            return isinstance(mode, tree.Constant) and mode.value in _MODES
        if node.func.attr not in ("resize", "crop", "rotate", "transpose", "copy"):
            return False
        node = resolved_expression(file.tree, node.func.value)
    return False
