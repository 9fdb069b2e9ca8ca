"""Random generators that hold their own state, and what gives them a new one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.names import Names
from torchlint.binding.symbols import Class
from torchlint.knowledge.operations import operations
from torchlint.queries import CallView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries import File
    from torchlint.queries.data import DatasetView

GENERATORS = (
    "numpy.random.default_rng",
    "numpy.random.RandomState",
    "numpy.random.Generator",
    "random.Random",
    "torch.Generator",
)
# Methods of PyTorch's and NumPy's generators, and of Python's own.
RESEEDING = operations("set-state", of="torch.Generator") | {"setstate"}


def held_by_helpers(file: File, dataset: DatasetView) -> Iterator[tuple[CallView, str]]:
    """Objects of the project that a dataset makes, and whose methods draw from a generator for each sample.

    With each, its name: `self.cropper = Cropper(seed=3)`, where `Cropper` makes a generator for itself.
    """
    for function in dataset.built:
        for one in assignments_in(function.node, into_functions=False) if file.holds(function.node) else ():
            made, is_attribute = one.value, one.name.startswith("self.") and one.name.count(".") == 1
            cls = file.value(made).value.ref if isinstance(made, tree.Call) and is_attribute else None
            if isinstance(made, tree.Call) and isinstance(cls, Class) and cls.node is not dataset.cls.node:
                if any(_draws_itself(cls, name) for name in _methods_called(dataset, one.name)):
                    yield CallView(file, made), one.name


def is_set_in_workers(file: File, dataset: DatasetView, name: str) -> bool:
    """Whether a function for workers uses what an attribute holds, or a method that does: `info.dataset.rng = ...`."""
    used = frozenset[str]().union(*(unit.tree.once_of_all(_used_in_workers) for unit in file.analysis.units))
    if name.removeprefix("self.") in used:
        return True
    methods = (cls.methods[one] for cls in dataset.cls.lineage for one in used & cls.methods.keys())
    return any(tree.dotted(node) == name for one in methods for node in tree.walk(one.node))


def _used_in_workers(syntax: tree.Tree) -> frozenset[str]:
    """The attributes and methods that functions outside classes use which ask for the worker that they are in."""
    found: set[str] = set()
    for function in syntax.all(tree.FunctionDef):
        names = {one.attr for one in syntax.inside(function, tree.Attribute)}
        names |= {one.id for one in syntax.inside(function, tree.Name)}
        if "get_worker_info" in names and not isinstance(syntax.parents.get(function), tree.ClassDef):
            found |= names - {"get_worker_info"}
    return frozenset(found)


def _methods_called(dataset: DatasetView, name: str) -> set[str]:
    """The methods of what an attribute holds that each sample calls."""
    calls = (node for used in dataset.used for node in tree.walk(used.node) if isinstance(node, tree.Call))
    funcs = (call.func for call in calls)
    return {func.attr for func in funcs if isinstance(func, tree.Attribute) and tree.dotted(func.value) == name}


def _draws_itself(cls: Class, method: str) -> bool:
    """Whether a method reads an attribute that the constructor of its class gives a generator, and never seeds it."""
    code, made_by = cls.method(method), cls.method("__init__")
    if code is None or made_by is None or "get_worker_info" in cls.unit.tree.text_of(cls.node):
        return False
    names, syntax = made_by.unit.tree.once_of_all(Names), cls.unit.tree
    held = {
        one.name
        for one in assignments_in(made_by.node, into_functions=False)
        if isinstance(one.value, tree.Call) and names.spelled_out(one.value.func) in GENERATORS
    }
    reads = [node for node in tree.walk(cls.node) if isinstance(node, tree.Attribute) and tree.dotted(node) in held]
    drawn = {id(node) for node in tree.walk(code.node)}
    assigned = [one for one in assignments_in(cls.node) if one.name in held]
    is_seeded = len(assigned) > len(held) or any(_called_on(syntax, node) in RESEEDING for node in reads)
    return not is_seeded and any(id(node) in drawn for node in reads)


def drawn_from_elsewhere(file: File, dataset: DatasetView) -> Iterator[tuple[CallView, str]]:
    """Generators that a dataset makes which gives no samples itself, where a class of another file draws from such.

    With each, its name. A third class may derive from both; whether one does is not looked for.
    """
    if file.project_files is None or dataset.is_transform or dataset.used:
        return
    for function in dataset.built:
        for one in assignments_in(function.node, into_functions=False) if file.holds(function.node) else ():
            made, is_attribute = one.value, one.name.startswith("self.") and one.name.count(".") == 1
            if is_attribute and isinstance(made, tree.Call) and file.names.spelled_out(made.func) in GENERATORS:
                if _is_drawn_from(file, dataset, one.name):
                    yield CallView(file, made), one.name


def _is_drawn_from(file: File, dataset: DatasetView, name: str) -> bool:
    """Whether a class of another file, which makes no such generator, reads it for each sample.

    Or whether a class that derives from this one calls a method of it that draws.
    """
    assert file.project_files is not None
    places = file.project_files.files_mentioning(name, "__getitem__")
    for drawing in sorted(_methods_drawing(dataset.cls, name)):
        for syntax in file.project_files.trees_near(file.place, file.project_files.files_mentioning(drawing)):
            if syntax is not file.tree and _is_called_by_heir(syntax, dataset.cls.name, drawing, name):
                return True
    for syntax in file.project_files.trees_near(file.place, places):
        for method in syntax.all(tree.FunctionDef) if syntax is not file.tree else ():
            cls = syntax.parents.get(method)
            if method.name == "__getitem__" and isinstance(cls, tree.ClassDef):
                own = [node for node in syntax.inside(cls, tree.Attribute) if tree.dotted(node) == name]
                assigned = any(one.name == name for one in assignments_in(cls))
                reseeded = any(_called_on(syntax, node) in RESEEDING for node in own)
                if own and not assigned and not reseeded:
                    return True
    return False


def _methods_drawing(cls: Class, name: str) -> set[str]:
    """The methods of a class, but for its constructor, that draw from a generator, and never seed it."""
    methods = {key: one for key, one in cls.methods.items() if key != "__init__"}
    reads = {
        key: [node for node in tree.walk(one.node) if isinstance(node, tree.Attribute) and tree.dotted(node) == name]
        for key, one in methods.items()
    }
    if any(_called_on(cls.unit.tree, node) in RESEEDING for nodes in reads.values() for node in nodes):
        return set()
    if any(one.name == name for method in methods.values() for one in assignments_in(method.node)):
        return set()
    return {key for key, nodes in reads.items() if nodes}


def _is_called_by_heir(syntax: tree.Tree, base: str, method: str, name: str) -> bool:
    """Whether the `__getitem__` of a class that derives from another one calls a method of it."""
    for function in syntax.all(tree.FunctionDef):
        cls = syntax.parents.get(function)
        if function.name == "__getitem__" and isinstance(cls, tree.ClassDef):
            bases = {tree.last_name(one.value) for one in cls.bases}
            calls = {tree.dotted(call.func) for call in syntax.inside(function, tree.Call)}
            if base in bases and f"self.{method}" in calls:
                return not any(one.name == name for one in assignments_in(cls))
    return False


def _called_on(syntax: tree.Tree, node: tree.Node) -> str:
    above = syntax.parents.get(node)
    return above.attr if isinstance(above, tree.Attribute) else ""
