"""Work in what a dataset does for each sample, that doesn't depend on the sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.binding.symbols import Function
from torchlint.knowledge.costly_calls import COSTLY_CALLS, LOADING_METHODS
from torchlint.queries import CallView
from torchlint.queries.data import datasets
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File

_MAKES_KERNEL = "torchaudio.transforms."
_STEPS = 6  # so many names are followed back


@dataclass(frozen=True, slots=True, eq=False)
class RepeatedWork(CallView):
    """A call that takes long, in a dataset's `__getitem__`."""

    does: str  # "reads the whole file"
    is_the_same: bool  # whether it surely does the same each time

    @property
    def is_kept(self) -> bool:
        """Whether the result is kept beyond the sample, or the function's results are."""
        function = self.file.tree.above(self.node, tree.FunctionDef)
        statement = self.statement.node
        is_stored = isinstance(statement, tree.Assign) and any(
            isinstance(target, (tree.Attribute, tree.Subscript)) for target in statement.targets
        )
        decorators = function.decorators if isinstance(function, tree.FunctionDef) else []
        return is_stored or any("cache" in self.file.tree.text_of(one) for one in decorators)


def repeated_work(file: File) -> Iterator[RepeatedWork]:
    """Such calls, in source order."""
    for view in datasets(file):
        getitem = view.cls.methods.get("__getitem__")
        if getitem is None or not file.holds(getitem.node) or not isinstance(getitem.node, tree.FunctionDef):
            continue
        for call in file.tree.own(getitem.node, tree.Call):
            does = _does(file, call)
            if does and (is_kernel := _is_kernel(file, call)) | _is_the_same(file, call, getitem):
                yield RepeatedWork(file, call, does, not is_kernel or _is_the_same(file, call, getitem))


def _does(file: File, call: tree.Call) -> str:
    name = file.names.spelled_out(call.func)
    maps_memory = any(one.keyword in ("mmap_mode", "mmap") for one in call.args)
    return "" if maps_memory else COSTLY_CALLS.get(name, "") or LOADING_METHODS.get(tree.last_name(call.func), "")


def _is_kernel(file: File, call: tree.Call) -> bool:
    """Whether the call makes a kernel, which few values decide: the rates of the files."""
    return file.names.spelled_out(call.func).startswith(_MAKES_KERNEL)


def _is_the_same(file: File, call: tree.Call, getitem: Function) -> bool:
    """Whether what the call is given depends on nothing but the dataset itself, and on constants."""
    given = [one.value for one in call.args]
    written = {
        name
        for node in tree.walk(getitem.node)
        if isinstance(node, tree.Assign)
        for target in node.targets
        if (name := tree.dotted(target)) is not None and name.startswith("self.")
    }
    return bool(given) and all(_is_constant(file, node, written, _STEPS) for node in given)


def _is_constant(file: File, node: tree.Expression, written: set[str], steps: int) -> bool:
    if isinstance(node, tree.Constant):
        return True
    if isinstance(node, tree.Attribute):
        dotted = tree.dotted(node) or ""
        return dotted.startswith("self.") and dotted not in written
    if isinstance(node, tree.Name):
        if use_def.owner_of(file.tree, node) is file.tree.root:
            definition = use_def.only_definition(file.tree, node)
            return definition is not None and definition.kind != "import" and definition.value is not None
        made = use_def.reaching_definition(file.tree, node)
        is_value = made is not None and made.source is not None and steps > 0
        return (
            is_value
            and made is not None
            and made.source is not None
            and _is_constant(file, made.source, written, steps - 1)
        )
    if isinstance(node, tree.Call):
        if file.names.spelled_out(node.func) not in ("open", "os.path.join", "str", "pathlib.Path"):
            return False
        return all(_is_constant(file, one.value, written, steps) for one in node.args)
    if isinstance(node, tree.BinaryOp):
        return all(_is_constant(file, side, written, steps) for side in (node.left, node.right))
    if isinstance(node, tree.FormattedString):
        return all(_is_constant(file, value, written, steps) for value in node.values)
    return False
