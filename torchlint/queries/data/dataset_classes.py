"""Dataset classes: what the constructor stores, and what a loader's workers use for each sample."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Literal

from torchlint.binding.definitions import assignments_in
from torchlint.binding.symbols import Class, Function
from torchlint.binding.use_def import resolved_expression
from torchlint.queries.data.batching import is_named_beside_loader, loaders_around
from torchlint.queries.data.data_loaders import LoaderView, loaders
from torchlint.queries.data.loaders_of_users import loaders_of_users
from torchlint.queries.file import CallView, ExpressionView, View
from torchlint.queries.memo import query
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.file import File

_FOR_EACH_SAMPLE = ("__getitem__", "__getitems__", "__iter__", "__next__")
_SHARES = re.compile(
    r"worker|rank|world_size|num_replicas|num_?shards|shard_?(id|index|idx|num|no|rank|size)", re.IGNORECASE
)
_SHARD = "shard"
_DRAWS = re.compile(r"\b(rand\w*|normal|sample|choice|choices|uniform|shuffle|step|reset|get|recv)$")
# What has a worker of its own in mind, or a copy of the object.
_KNOWS_COPIES = frozenset(("get_worker_info", "worker_init_fn", "__getstate__", "__reduce__"))


@query
def _loaders_by_class(file: File) -> dict[Class, list[LoaderView]]:
    """The DataLoaders of the file that load objects of each class."""
    found: dict[Class, list[LoaderView]] = {}
    for loader in loaders(file):
        for cls in dict.fromkeys(one.ref for one in loader.whole_datasets if isinstance(one.ref, Class)):
            found.setdefault(cls, []).append(loader)
    return found


# Methods of an open file or database that give a part of it, which reads from the same.
_OPENS_PART = frozenset(("cursor", "begin"))


class DatasetView(View):
    """A class of datasets, or of transforms that are called for each sample."""

    __slots__ = ("cls", "is_transform")

    def __init__(self, file: File, cls: Class, *, is_transform: bool = False) -> None:
        super().__init__(file, cls.node)
        object.__setattr__(self, "cls", cls)
        object.__setattr__(self, "is_transform", is_transform)

    cls: Class  # the class as a symbol
    is_transform: bool  # whether it is a transform, which is called, and not a dataset

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.cls.name

    @property
    def used(self) -> list[Function]:
        """The methods that run for each sample, with the methods that these call."""
        return self._with_callees(("__call__",) if self.is_transform else _FOR_EACH_SAMPLE)

    @property
    def built(self) -> list[Function]:
        """The constructor with the methods that it calls, except those that run for each sample, too."""
        per_sample = self.used
        return [function for function in self._with_callees(("__init__",)) if function not in per_sample]

    def _with_callees(self, names: Iterable[str]) -> list[Function]:
        found: dict[Function, None] = {}
        todo = list(names)
        for name in todo:  # grows as methods are found
            method = self.cls.method(name)
            if method is not None and method not in found:
                found[method] = None
                todo += sorted(method.unit.traits_of(method.node).calls_of_self)
        return list(found)

    @property
    def knows_workers(self) -> bool:
        """Whether the class's code mentions workers, or defines how its objects are pickled."""
        return any(name in _KNOWS_COPIES for name in self._names)

    @property
    def heading(self) -> View:
        """The first base class in its definition."""
        node = self.cls.node
        return View(self.file, node.bases[0].value if node.bases else node)

    @property
    def is_iterable(self) -> bool:
        """Whether it is an IterableDataset that defines `__iter__`."""
        is_one = any(base.endswith(".IterableDataset") for base in self.cls.external_bases)
        return is_one and "__iter__" in self.cls.methods

    @property
    def speaks_of_shares(self) -> bool:
        """Whether its code mentions a share of the samples: of a worker, a rank or a shard."""
        return any(_SHARES.search(name) for name in self._names)

    @property
    def speaks_of_shards(self) -> bool:
        """Whether names in its code mention shards: the files that hold the data, or the part that a process gets."""
        names = [name for name in self._names if name != self.name]
        return any(_SHARD in name.lower() for name in names)

    @property
    def _names(self) -> Iterator[str]:
        """Every name in its code, and in that of the file's functions that it calls: of variables, parameters..."""
        called = {tree.dotted(node.func) for node in tree.walk(self.node) if isinstance(node, tree.Call)}
        functions = (one for one in self.cls.unit.tree.root.body if isinstance(one, tree.FunctionDef))
        for node in chain(tree.walk(self.node), *(tree.walk(one) for one in functions if one.name in called)):
            for field in ("id", "attr", "keyword", "name"):
                if isinstance(name := getattr(node, field, None), str):
                    yield name

    @property
    def is_random(self) -> bool:
        """Whether it yields random samples or never ends, so that no sample is repeated."""
        inside = [node for function in self.used for node in tree.walk(function.node)]
        endless = (n for n in inside if isinstance(n, tree.While) and isinstance(n.test, tree.Constant))
        return any(True for _ in endless) or any(
            isinstance(n, tree.Call) and _DRAWS.search(self.file.tree.text_of(n.func) if self.file.holds(n) else "")
            for n in inside
        )

    @property
    def given_out(self) -> list[ExpressionView]:
        """The expressions that its `__iter__` and the methods called by it yield, or return if nothing is yielded."""
        inside = [n for f in self.used if self.file.holds(f.node) for n in tree.walk(f.node, into_functions=False)]
        yielded = [n.value for n in inside if isinstance(n, tree.Yield) and n.value is not None and not n.is_from]
        handed = [n.value for n in inside if isinstance(n, tree.Yield) and n.value is not None and n.is_from]
        own = self.cls.methods["__iter__"]
        returned = [n.value for n in tree.walk(own.node) if isinstance(n, tree.Return) and n.value is not None]
        return [ExpressionView(self.file, node) for node in yielded or handed or returned]

    @property
    def is_seen_with_workers(self) -> bool:
        """Whether a DataLoader is seen to load it in several workers, none of which is told its share."""
        own = self._own_loaders
        if own:
            return any(not loader.has_one_process and loader.leaves_out("worker_init_fn") for loader in own)
        others = loaders_of_users(self.file, self.cls)
        return any(loader.workers == "some" and not loader.tells_workers for loader in others)

    @property
    def _own_loaders(self) -> list[LoaderView]:
        """The DataLoaders of the file that load it."""
        return _loaders_by_class(self.file).get(self.cls, [])

    @property
    def is_a_context(self) -> bool:
        """Whether its objects are context managers (`__enter__`, `__exit__`)."""
        return self.cls.method("__exit__") is not None

    @property
    def workers(self) -> Literal["some", "none", "unknown"]:
        """Whether DataLoaders of it have several workers; if no loader is known, by the project's other loaders."""
        own = self._own_loaders
        if any(not loader.has_one_process for loader in own):
            return "some"
        seen = [loader.workers for loader in loaders_of_users(self.file, self.cls)]
        if own:  # perhaps only to try the class, while programs that import it train with workers
            return "some" if "some" in seen else "none"
        if seen and "unknown" not in seen:
            return "some" if "some" in seen else "none"
        found = loaders_around(self.file)
        if any(found):
            return "some"
        return "none" if found and is_named_beside_loader(self.file, self.name) else "unknown"

    def stored(self, *names: str) -> Iterator[StoredObject]:
        """The attributes that the constructor assigns from a call of one of these, and that each sample uses."""
        for function in self.built:
            inside = assignments_in(function.node, into_functions=False) if self.file.holds(function.node) else ()
            for one in inside:
                made = _made(self.file, one.value, names)
                if made is not None and one.name.startswith("self.") and one.name.count(".") == 1:
                    found = StoredObject(self, made, one.name)
                    if found.uses and not found.is_replaced:
                        yield found


class StoredObject(CallView):
    """A call in a dataset's constructor whose result is stored, so that every worker gets a copy of it."""

    __slots__ = ("dataset", "name")

    def __init__(self, dataset: DatasetView, made: tree.Call, name: str) -> None:
        super().__init__(dataset.file, made)
        object.__setattr__(self, "dataset", dataset)
        object.__setattr__(self, "name", name)

    dataset: DatasetView  # the class whose constructor makes it
    name: str  # the attribute it is stored in

    @property
    def uses(self) -> list[ExpressionView]:
        """The expressions in this file that use the object for each sample."""
        return [ExpressionView(self.file, node) for node in self._mentions() if not _is_target(self.file, node)]

    @property
    def is_replaced(self) -> bool:
        """Whether a worker replaces it with an object of its own."""
        targets = [node for node in self._mentions() if _is_target(self.file, node)]
        return any(not self._is_used_up(node) for node in targets)

    def _is_used_up(self, target: tree.Node) -> bool:
        """Whether it is replaced only where it was read before: `line = f.readline()`, `if not line: f = open(...)`."""
        syntax = self.file.tree
        choice = next((one for one in syntax.around(target) if isinstance(one, tree.If)), None)
        function = syntax.above(target, tree.FunctionDef)
        if choice is None or function is None:
            return False
        before = [n for n in self._mentions() if n.end <= choice.start and syntax.scope(n) is function]
        return any(syntax.parents.get(syntax.statement(n)) is syntax.parents.get(choice) for n in before)

    def called(self) -> set[str]:
        """The names of its methods that are called for each sample."""
        parents = self.file.tree.parents
        above = [parents.get(use.node) for use in self.uses]
        return {node.attr for node in above if isinstance(node, tree.Attribute)}

    @property
    def is_plain_file(self) -> bool:
        """Whether it comes from the builtin `open()`."""
        return self.file.names.spelled_out(self.node.func) == "open"

    @property
    def is_closed_by_constructor(self) -> bool:
        """Whether the constructor closes it again."""
        closing = f"{self.name}.close"
        inside = (node for function in self.dataset.built for node in tree.walk(function.node))
        return any(isinstance(node, tree.Call) and tree.dotted(node.func) == closing for node in inside)

    @property
    def lies_in_memory(self) -> bool:
        """Whether the opened object is in memory, which workers copy, or a file that several processes may open."""
        given = {a.keyword: a.value.value for a in self.node.args if isinstance(a.value, tree.Constant)}
        if given.get("driver") in ("core", "mpio") or given.get("swmr") is True:
            return True
        first = self.node.args[0].value if self.node.args else None
        return isinstance(first, tree.Constant) and first.value == ":memory:"

    @property
    def is_read_without_locks(self) -> bool:
        """Whether it is an LMDB environment opened with `readonly` and `lock=False`: forbidden, but often harmless."""
        return any(a.keyword == "lock" for a in self.node.args)

    def _mentions(self) -> Iterator[tree.Node]:
        names = {self.name, *self._parts}
        for function in self.dataset.used:
            if self.file.holds(function.node):
                for node in tree.walk(function.node):
                    if isinstance(node, tree.Attribute) and tree.dotted(node) in names:
                        yield node

    @property
    def _parts(self) -> set[str]:
        """The attributes in which the constructor stores entries of the object: `self.file["rows"]`, its cursor."""
        found = set()
        for function in self.dataset.built:
            for one in assignments_in(function.node) if self.file.holds(function.node) else ():
                value = one.value
                whole = _whole_of(value) if value is not None else None
                if whole is None and isinstance(value, tree.Subscript) and self._is_indexed_by_names:
                    whole = value.value  # `self.file[self.options["mode"]]`
                if isinstance(whole, tree.Name):  # `rows = self.file["rows"]`, then `self.texts = rows["texts"]`
                    whole = _whole_of(resolved_expression(self.file.tree, whole))
                if whole is not None and tree.dotted(whole) == self.name and one.name:
                    found.add(one.name)
        return found

    @property
    def _is_indexed_by_names(self) -> bool:
        """Whether the attribute is an open file, and not an entry of one, of which an index may read rows."""
        return isinstance(self.file.tree.parents.get(self.node), (tree.Assign, tree.AnnotatedAssign))


def _whole_of(node: tree.Node) -> tree.Expression | None:
    """The open file of an entry of it, or of an entry of an entry: `f[mode]["images"]`; of a cursor or transaction."""
    if isinstance(node, tree.Subscript):
        if not isinstance(node.index, (tree.Constant, tree.Name, tree.FormattedString)):
            return None
        is_by_text = tree.string_of(node.index) is not None  # a number or a name may read rows of an entry
        return _whole_of(node.value) or node.value if is_by_text else node.value
    if isinstance(node, tree.Call) and isinstance(node.func, tree.Attribute) and node.func.attr in _OPENS_PART:
        return node.func.value
    return None


def _is_target(file: File, node: tree.Node) -> bool:
    return any(node in tree.walk(target) for target in tree.targets(file.tree.statement(node)))


def _made(file: File, node: tree.Node | None, names: tuple[str, ...]) -> tree.Call | None:
    """The call of one of these functions that an expression evaluates to, or may: `rng or default_rng()` may."""
    if isinstance(node, tree.Conditional):
        return _made(file, node.body, names) or _made(file, node.orelse, names)
    if isinstance(node, tree.Comprehension) and node.kind in ("list", "dict"):
        return _made(file, node.element if node.value is None else node.value, names)  # one for each file
    if isinstance(node, (tree.List, tree.Tuple)):
        return next((made for element in node.elements if (made := _made(file, element, names)) is not None), None)
    if isinstance(node, tree.BoolOp):
        return next((made for value in node.values if (made := _made(file, value, names)) is not None), None)
    is_entry = isinstance(node, tree.Subscript) and tree.string_of(node.index) is not None
    whole = _whole_of(node) if node is not None and (is_entry or isinstance(node, tree.Call)) else None
    if whole is not None:  # a part of an open file, `h5py.File(path)["images"]`; `[:]` reads it
        return _made(file, resolved_expression(file.tree, whole), names)
    if not isinstance(node, tree.Call):
        return None
    if file.names.spelled_out(node.func) in names:
        return node
    fluent = isinstance(node.func, tree.Attribute) and node.func.attr == "manual_seed"
    return _made(file, node.func.value, names) if fluent and isinstance(node.func, tree.Attribute) else None


@query
def datasets(file: File) -> list[DatasetView]:
    """The dataset classes that a file defines, in source order."""
    return [DatasetView(file, cls) for cls in file.analysis.classes if cls.is_dataset]


@query
def transforms(file: File) -> list[DatasetView]:
    """The classes of a file whose objects are called and that are not modules, in source order."""
    called = [
        cls for cls in file.analysis.classes if "__call__" in cls.methods and not cls.is_module and not cls.is_dataset
    ]
    return [DatasetView(file, cls, is_transform=True) for cls in called]
