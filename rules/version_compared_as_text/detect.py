"""Versions of libraries that are compared as text, or cut as text and compared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.use_def import owner_of, reaching_definitions, reads_after, resolved_expression
from torchlint.queries import ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_VERSION = "__version__"
_TORCH = f"torch.{_VERSION}"  # which is a TorchVersion, and compares as versions do
_ORDERS = frozenset(("<", "<=", ">", ">="))
_NUMBERS = re.compile(r"\d+(\.\d+)+\S*")


@dataclass(frozen=True, slots=True, eq=False)
class TextVersion(ExpressionView):
    """A version, or a part of one, that is a text where it is compared."""

    is_of_torch: bool  # whether it is a part of torch's own


def versions_as_text(file: File) -> Iterator[TextVersion]:
    """Each of them, in source order."""
    attributes = (node for node in file.tree.all(tree.Attribute) if node.attr == _VERSION)
    # `from library import __version__ as version` has no attribute.
    imported = (node for node in file.tree.all(tree.Name) if _is_imported_version(file, node))
    for node in sorted((*attributes, *imported), key=lambda one: one.start):
        library = file.names.spelled_out(node)
        if "." not in library or library.startswith("."):
            continue  # the version of the file itself, or of its own package
        part = _part_around(file, node)
        for text in (part, *_reads_of(file, part)):
            compared = _part_around(file, text) if text is not part else part
            is_cut = part is not node or compared is not text
            if (library != _TORCH or is_cut) and _is_ordered(file, compared, is_cut=is_cut):
                yield TextVersion(file, compared, library == _TORCH)


def _reads_of(file: File, text: tree.Expression) -> tuple[tree.Name, ...]:
    """Where a variable is read that has nothing but this text: `version = transformers.__version__`."""
    assign = file.tree.parents.get(text)
    if not isinstance(assign, tree.Assign) or len(assign.targets) > 1 or not isinstance(assign.targets[0], tree.Name):
        return ()
    reads = reads_after(file.tree, assign.targets[0], assign)
    return tuple(read for read in reads if resolved_expression(file.tree, read) is text)


def _is_imported_version(file: File, name: tree.Name) -> bool:
    """Whether a name is an imported version, and no parameter or variable of a function that hides it."""
    if not file.names.spelled_out(name).endswith(f".{_VERSION}"):
        return False
    return owner_of(file.tree, name) in (None, file.tree.root) or any(
        one is not None and one.kind == "import" for one in reaching_definitions(file.tree, name)
    )


def _part_around(file: File, version: tree.Expression) -> tree.Expression:
    """The text that is cut out of a version, `v[:3]` or `v.split("+")[0]`; the version itself if none is."""
    cut: tree.Node | None = file.tree.parents.get(version)
    text: tree.Node = version
    if isinstance(cut, tree.Attribute) and cut.attr in ("split", "partition"):
        call = file.tree.parents.get(cut)
        cut, text = (file.tree.parents.get(call), call) if isinstance(call, tree.Call) else (None, version)
        is_first = isinstance(cut, tree.Subscript) and tree.integer_literal(cut.index) == 0
        return cut if is_first and isinstance(cut, tree.Subscript) else version
    if not isinstance(cut, tree.Subscript) or cut.value is not text or not isinstance(cut.index, tree.Slice):
        return version
    return version if tree.integer_literal(cut.index.upper) == 1 else cut  # one digit compares as a number does


def _is_ordered(file: File, text: tree.Expression, *, is_cut: bool) -> bool:
    """Whether a text is compared with a version that is written there, or made a float."""
    above = file.tree.parents.get(text)
    if isinstance(above, tree.Compare):
        sides = [above.left, *above.comparators]
        others = [tree.string_of(side) or "" for side in sides if side is not text]
        return _ORDERS.issuperset(above.ops) and all(_NUMBERS.fullmatch(other) for other in others)
    call = file.tree.parents.get(above) if isinstance(above, tree.Argument) else None
    return isinstance(call, tree.Call) and tree.dotted(call.func) == "float" and is_cut
