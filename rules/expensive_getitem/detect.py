"""Work in what a dataset does for each sample, that doesn't depend on the sample."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding import use_def
from torchlint.binding.definitions import assignments_in
from torchlint.binding.names import Names
from torchlint.binding.symbols import Class, Function
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
        return isinstance(self.node, tree.Call) and _is_kept(self.file.tree, self.node)


def repeated_work(file: File) -> Iterator[RepeatedWork]:
    """Such calls, in source order."""
    found: dict[tree.Call, RepeatedWork] = {}
    for view in datasets(file):
        getitem = view.cls.method("__getitem__")
        if getitem is None or not isinstance(getitem.node, tree.FunctionDef):
            continue
        functions = _run_for_each_sample(file, view.cls, getitem)
        written = {name for one in functions for name in _written(one.node)}
        for function in functions:
            for call in file.tree.own(function.node, tree.Call) if file.holds(function.node) else ():
                does = _does(file, call)
                if does and (is_kernel := _is_kernel(file, call)) | _is_the_same(file, call, written):
                    is_sure = not is_kernel or _is_the_same(file, call, written)
                    found.setdefault(call, RepeatedWork(file, call, does, is_sure))
    yield from sorted(found.values(), key=lambda work: work.node.start)


def _run_for_each_sample(file: File, cls: Class, getitem: Function) -> list[Function]:
    """`__getitem__` and the methods that it calls, those left out whose results it keeps or that it calls once."""
    found = [getitem]
    for function in found:  # grows as methods are found
        syntax = function.unit.tree
        for call in syntax.own(function.node, tree.Call):
            name = tree.dotted(call.func) or ""
            method = cls.method(name.removeprefix("self.")) if name.startswith("self.") else None
            if method is not None and method not in found and not _is_kept(syntax, call):
                found.append(method)
    return found


def _written(function: tree.Node) -> Iterator[str]:
    """The attributes of the object that a function assigns."""
    for one in assignments_in(function):
        if one.name.startswith("self."):
            yield one.name


def _is_kept(syntax: tree.Tree, call: tree.Call) -> bool:
    """Whether the result of a call outlives the sample, or the call is only made where none has been kept yet."""
    function, statement = syntax.above(call, tree.FunctionDef), syntax.statement(call)
    if isinstance(syntax.above(call, tree.Handler, tree.FunctionDef), tree.Handler):
        return True  # for the few samples where something has failed
    targets = statement.targets if isinstance(statement, tree.Assign) else []
    if any(_outlives(syntax, target) for target in targets):
        return True
    decorators = function.decorators if isinstance(function, tree.FunctionDef) else []
    if any("cache" in syntax.text_of(one) for one in decorators):
        return True
    names = {target.id for target in targets if isinstance(target, tree.Name)}
    stored = assignments_in(function, into_functions=False) if function is not None else []
    if any(isinstance(one.value, tree.Name) and one.value.id in names and "." in one.name for one in stored):
        return True
    around = (one for one in syntax.around(call) if isinstance(one, tree.If))
    return any(_asks_for_none(syntax, one.test) for one in around)


def _outlives(syntax: tree.Tree, target: tree.Expression) -> bool:
    """Whether what is assigned to is a part of the object, or of anything else that the function does not make."""
    root = tree.root_name(target)
    if isinstance(target, tree.Name) or root is None:
        return False
    made = use_def.reaching_definition(syntax, root)
    return root.id == "self" or made is None or made.kind == "parameter"


def _asks_for_none(syntax: tree.Tree, test: tree.Expression) -> bool:
    """Whether a condition asks for something that the object keeps: `self.table is None`, `not hasattr(self, "t")`."""
    return any(tree.dotted(one) == "self" for one in tree.walk(test) if isinstance(one, tree.Name)) and (
        "None" in (text := syntax.text_of(test)) or text.startswith("not ") or " not in " in text
    )


def _does(file: File, call: tree.Call) -> str:
    """What a call does that takes long, in itself or in the function of the project that it leads to."""
    functions = file.facts.functions.get(call, set())
    function = next(iter(functions)) if len(functions) == 1 else None
    if function is None or function.owner is not None or function.node.__class__ is not tree.FunctionDef:
        return _does_itself(file.names, call)
    syntax = function.unit.tree
    names, parameters = syntax.once_of_all(Names), {one.name for one in function.node.parameters}
    for inner in syntax.own(function.node, tree.Call):
        given = {name.id for one in inner.args for name in tree.walk(one.value) if isinstance(name, tree.Name)}
        is_of_given = (
            bool(given & parameters) and syntax.above(inner, tree.If, *tree.Loops, tree.FunctionDef) is function.node
        )
        if is_of_given and not _is_kept(syntax, inner) and (does := _does_itself(names, inner)):
            return does
    return ""


def _does_itself(names: Names, call: tree.Call) -> str:
    name = names.spelled_out(call.func)
    maps_memory = any(one.keyword in ("mmap_mode", "mmap") for one in call.args)
    return "" if maps_memory else COSTLY_CALLS.get(name, "") or LOADING_METHODS.get(tree.last_name(call.func), "")


def _is_kernel(file: File, call: tree.Call) -> bool:
    """Whether the call makes a kernel, which few values decide: the rates of the files."""
    return file.names.spelled_out(call.func).startswith(_MAKES_KERNEL)


def _is_the_same(file: File, call: tree.Call, written: set[str]) -> bool:
    """Whether what the call is given depends on nothing but the dataset itself, and on constants."""
    given = [one.value for one in call.args]
    return bool(given) and all(_is_constant(file, node, written, _STEPS) for node in given)


def _is_of_import(file: File, node: tree.Expression) -> bool:
    """Whether an expression is a name of another package: `np.float32`."""
    root = tree.root_name(node)
    made = use_def.definitions_of(file.tree, root) if root is not None else ()
    return isinstance(node, tree.Attribute) and bool(made) and all(one.kind == "import" for one in made)


def _is_constant(file: File, node: tree.Expression, written: set[str], steps: int) -> bool:
    if isinstance(node, tree.Constant):
        return True
    if isinstance(node, tree.Attribute):
        dotted = tree.dotted(node) or ""
        return (dotted.startswith("self.") and dotted not in written) or _is_of_import(file, node)
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
