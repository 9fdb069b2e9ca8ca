"""Objects of the project's own classes that open a file when they are made, and keep it open."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from torchlint.binding.definitions import assignments_in
from torchlint.binding.qualified_names import by_name
from torchlint.binding.symbols import Class
from torchlint.queries import CallView, ExpressionView
from torchlint.syntax import tree

if TYPE_CHECKING:
    from torchlint.queries.data import DatasetView

HANDLES = (
    "h5py.File",
    "lmdb.open",
    "lmdb.Environment",
    "sqlite3.connect",
    "psycopg2.connect",
    "tables.open_file",
    "tarfile.open",
    "tarfile.TarFile",
    "zipfile.ZipFile",
    "cv2.VideoCapture",
    "pyfaidx.Fasta",
    "pysam.FastaFile",
    "pysam.AlignmentFile",
    "pysam.VariantFile",
    "pyBigWig.open",
    "open",
)
READS = frozenset(("seek", "read", "readline", "readlines", "__next__"))
# What a class calls itself to open its file again in each process.
_KNOWS_COPIES = ("getpid", "__getstate__", "__reduce__", "get_worker_info", ".close()")


@dataclass(frozen=True, slots=True, eq=False)
class Holder(CallView):
    """A call in a dataset's constructor that makes such an object, which each sample uses."""

    name: str  # the attribute it is stored in
    use: ExpressionView  # where a sample uses it
    is_read_without_locks: bool  # whether LMDB is told to take no locks


def holders(dataset: DatasetView) -> Iterator[Holder]:
    """The objects that a dataset's constructor makes and stores, and that opened a file when they were made."""
    file = dataset.file
    built = [function.node for function in dataset.built if file.holds(function.node)]
    stored = [one for node in built for one in assignments_in(node, into_functions=False) if one.value is not None]
    for name, made in ((one.name, made) for one in stored for made in _ways(one.value)):
        value = file.value(made).value
        opened = _opened_by(value.ref) if value.kind == "instance" and isinstance(value.ref, Class) else None
        uses = list(_uses(dataset, name)) if opened is not None else []
        if opened is None or not uses or any(isinstance(file.tree.parents.get(use), tree.Assign) for use in uses):
            continue
        has_no_locks = any(argument.keyword == "lock" for argument in opened.args)
        yield Holder(file, made, name, ExpressionView(file, uses[0]), has_no_locks)


def _uses(dataset: DatasetView, name: str) -> Iterator[tree.Attribute]:
    """Where samples use an attribute."""
    for function in dataset.used:
        for node in tree.walk(function.node) if dataset.file.holds(function.node) else ():
            if isinstance(node, tree.Attribute) and tree.dotted(node) == name:
                yield node


def _ways(node: tree.Node | None) -> list[tree.Call]:
    """The calls of which one gives the value: both of `Lazy(path) if is_lazy else Store(path)`."""
    if isinstance(node, tree.Conditional):
        return [*_ways(node.body), *_ways(node.orelse)]
    return [node] if isinstance(node, tree.Call) else []


def _opened_by(cls: Class) -> tree.Call | None:
    """The call by which the constructor of a class opens a file for its other methods, and nothing opens it again."""
    made = cls.methods.get("__init__")
    if made is None or cls.is_module:
        return None
    syntax = made.unit.tree
    if any(word in syntax.text_of(cls.node) for word in _KNOWS_COPIES):
        return None
    names = by_name(syntax)
    for one in assignments_in(made.node, into_functions=False):
        call = one.value
        if not isinstance(call, tree.Call) or not one.name.startswith("self.") or _is_in_memory(call):
            continue
        known = names.get(call, ()) or ((tree.dotted(call.func) or ""),)
        others = [f for f in cls.methods.values() if f is not made]
        is_kept = any(_reads(f.node, one.name) for f in others) and not any(_assigns(f.node, one.name) for f in others)
        if is_kept and any(name in HANDLES[:-1] for name in known):
            return call
    return None


def _is_in_memory(call: tree.Call) -> bool:
    """Whether what is opened lies in memory: `sqlite3.connect(":memory:")`."""
    return any(isinstance(a.value, tree.Constant) and a.value.value in (":memory:", "core", "w") for a in call.args)


def _reads(function: tree.Node, name: str) -> bool:
    return any(isinstance(node, tree.Attribute) and tree.dotted(node) == name for node in tree.walk(function))


def _assigns(function: tree.Node, name: str) -> bool:
    return any(one.name == name for one in assignments_in(function))
