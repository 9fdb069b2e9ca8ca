"""What PyTorch's operations mean, where its generated table is silent: the hand-written data/torch_operations.txt.

Each column of that file answers one question; a name may have several. Names are the last parts that methods, functions
and layers are called by: `operations("reshape")` has "view", and `columns_of("view")` has "reshape".

Of operations on tensors, methods and functions:

- The same numbers: "reshape" (another shape; "reshape-to-sizes" is given it size by size), "transpose" (another order
  of axes), "select" (a part), "split" (several parts) and "detach" give views of the same memory; VIEWS has all of
  them. "view-if-possible" copy where they must. "copy", "rearrange" (`flip`, `tril`), "gather", "repeat" and "join"
  give copies. "adds-dimension" is made to have another number of dimensions (`view`, `stack`).
- Type and place: "cast" ("cast-float", "cast-integer"), "move" (to a device), "fetch" (to Python or the host),
  "metadata" (what is known without looking at a number), "place" (where it is), "same-when-new" (gives a tensor back
  that is as new ones are: on the CPU, contiguous).
- Each number by itself: "unary", "binary" ("arithmetic", "division"), "clamp", "limit" (`maximum`), "choice" (`where`),
  "comparison", "logical" ("bitwise"), "dropout"; POINTWISE has those that compute.
- Several numbers: "reduction" ("sum", "mean"), "measure" (one property of a whole tensor, or of two: `norm`, `equal`),
  "scan", "product" (layers as functions, too), "index" (positions, not numbers), "values-and-indices".
- What comes of numbers: "boolean" and "integer" (whatever was given), "total" (grows with how many there are),
  "undefined-when-empty" (NaN or an error, of no numbers). "dim-first" takes the dimension as its first argument.
- In place only: "fill", "overwrite" (what was there before is lost), "no-arithmetic" (ends with `_`, computes nothing);
  "mark" changes neither numbers nor shape.
- New tensors: "create", by what is given: "create-from-sizes", "create-row", "create-window", "create-like",
  "create-from-data"; "create-anew" (of sizes and numbers, no tensor); by what is in them: "constant", "random",
  "with-zeros", "without-zeros" (none at first, but by chance; memory that is still to be filled counts).
- What the numbers are: "sigmoid", "softmax", "log-softmax", "log-sigmoid", "tanh", "relu", "affine" (a layer's plain
  output), "logarithm", "root"; "positive", "nonnegative", "bounded", "zero-at-0" (f(0) = 0); "steep-at-0",
  "steep-at-1", "steep-when-large" (where the derivative is infinite); "saves-result" (backward computes with it).
- "loss-of-difference": losses that subtract a target from an input, and broadcast both. "numpy": what NumPy's arrays
  have by the same name, called alike.

Of layers (`of="torch.nn"`): the same, and "container", "assembled" (from the modules that it is given: containers and
some others), "composite" (made of layers with modes), "recurrent", "recurrent-cell", "batch-norm", "instance-norm",
"norm-without-statistics", "activation". Of a module's methods (`of="torch.nn.Module"`): "distinctive" (whatever has
one is a module), "hook" (of forward and backward), "mode" (sets it), "submodules" and "tensors" (what they go over),
"register", "state", "cast", "move". Of `torch.nn.init`: "with-zeros", "without-zeros". Of `torch.nn.utils.rnn`:
"pack". Of `torch.distributed`: "collective", "point-to-point". Of `torch.cuda`: "start" (starts CUDA in this process,
or asks its driver for devices). Of `torch.accelerator`, `torch.cuda` and what measures there
(`of="torch.accelerator"`): "device-query" (which are there), "wait" (for work on a device), "instrument" (measures or
records what runs). Of `torch.amp`: "mixed-precision". Of a `torch.Generator`: "reseed". Of generators
(`of="torch.random"`): "seed" (with the number that is given). Of context managers (`of="torch.autograd.grad_mode"`):
"grad-mode" (any that switches gradients), "no-grad", "grad-on" (may turn gradients on); "at-once"
(`of="torch.autograd"`: acts when it is called, and entering only limits for how long).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from torchlint.knowledge.torch_api import canonical, fact

if TYPE_CHECKING:
    from importlib.abc import ResourceLoader

Column = Literal[
    "reshape",
    "reshape-to-sizes",
    "view-if-possible",
    "adds-dimension",
    "transpose",
    "select",
    "split",
    "detach",
    "copy",
    "rearrange",
    "gather",
    "repeat",
    "join",
    "cast",
    "cast-float",
    "cast-integer",
    "move",
    "fetch",
    "metadata",
    "place",
    "unary",
    "binary",
    "arithmetic",
    "division",
    "clamp",
    "limit",
    "choice",
    "comparison",
    "logical",
    "bitwise",
    "boolean",
    "integer",
    "reduction",
    "sum",
    "mean",
    "total",
    "undefined-when-empty",
    "dim-first",
    "measure",
    "scan",
    "product",
    "index",
    "values-and-indices",
    "fill",
    "overwrite",
    "no-arithmetic",
    "mark",
    "create",
    "create-from-sizes",
    "create-row",
    "create-window",
    "create-like",
    "create-from-data",
    "create-anew",
    "constant",
    "with-zeros",
    "without-zeros",
    "random",
    "dropout",
    "affine",
    "sigmoid",
    "softmax",
    "log-softmax",
    "log-sigmoid",
    "tanh",
    "relu",
    "logarithm",
    "root",
    "steep-at-0",
    "steep-at-1",
    "steep-when-large",
    "positive",
    "nonnegative",
    "bounded",
    "zero-at-0",
    "saves-result",
    "same-when-new",
    "loss-of-difference",
    "numpy",
    "container",
    "assembled",
    "composite",
    "recurrent",
    "recurrent-cell",
    "batch-norm",
    "instance-norm",
    "norm-without-statistics",
    "activation",
    "distinctive",
    "hook",
    "mode",
    "submodules",
    "tensors",
    "register",
    "state",
    "collective",
    "point-to-point",
    "no-grad",
    "grad-mode",
    "start",
    "pack",
    "device-query",
    "wait",
    "instrument",
    "mixed-precision",
    "reseed",
    "at-once",
    "seed",
    "grad-on",
]
Section = Literal[
    "torch.Tensor",
    "torch.nn",
    "torch.nn.Module",
    "torch.nn.init",
    "torch.nn.utils.rnn",
    "torch.distributed",
    "torch.accelerator",
    "torch.cuda",
    "torch.amp",
    "torch.Generator",
    "torch.autograd",
    "torch.random",
    "torch.autograd.grad_mode",
]

# The columns of operations that give a view of the memory of what they are given.
VIEWS: tuple[Column, ...] = ("reshape", "transpose", "select", "split", "detach")
# The columns of operations that compute each number from the numbers at its place.
POINTWISE: tuple[Column, ...] = ("unary", "binary", "clamp", "choice", "dropout")
# The columns of operations whose result has the shape of several tensors that are spread to each other's.
SPREADING: tuple[Column, ...] = ("binary", "choice", "comparison", "logical")


class Table(NamedTuple):
    """The data file in memory."""

    namespaces: dict[Section, tuple[str, ...]]  # by the first of them
    columns: dict[Section, dict[Column, frozenset[str]]]
    names: dict[Section, dict[str, frozenset[Column]]]


@lru_cache(1024)
def operations(*columns: Column, of: Section = "torch.Tensor") -> frozenset[str]:
    """The names that have any of these columns, by their last parts; in place variants are not among them."""
    known = _table().columns[of]
    return frozenset().union(*(known.get(column, frozenset()) for column in columns))


@lru_cache(8192)
def columns_of(name: str, of: Section = "torch.Tensor") -> frozenset[Column]:
    """The columns of a name; of one in place (`relu_`) those of the operation whose result it writes back."""
    known = _table().names[of]
    return known.get(name) or known.get(name[:-1] if name.endswith("_") else name, frozenset())


def has_column(name: str, *columns: Column, of: Section = "torch.Tensor") -> bool:
    """Whether a name, or the operation that it is the in place variant of, has any of these columns."""
    return not columns_of(name, of).isdisjoint(columns)


@lru_cache(1024)
def full_names(*columns: Column, of: Section = "torch.Tensor") -> frozenset[str]:
    """The documented names of what has any of these columns: "torch.sqrt", "torch.Tensor.sqrt"."""
    return frozenset().union(*(spellings(name, of=of) for name in operations(*columns, of=of)))


@lru_cache(1024)
def full_names_in_place(*columns: Column) -> frozenset[str]:
    """The documented names of the in place variants of what has any of these columns: "torch.Tensor.sqrt_"."""
    return frozenset().union(*(spellings(f"{name}_") for name in operations(*columns)))


@lru_cache(1024)
def spellings(*names: str, of: Section = "torch.Tensor") -> tuple[str, ...]:
    """Every documented name that operations have: of "where", "torch.where" and "torch.Tensor.where"."""
    full = (f"{namespace}.{name}" for name in names for namespace in _table().namespaces[of])
    return tuple(name for name in full if fact(name) is not None and canonical(name) == name)


# What gives each number's place something, by what stands there, beside it or before it.
_SHAPE_KEPT: tuple[Column, ...] = (
    *POINTWISE,
    "comparison",
    "logical",
    "softmax",
    "log-softmax",
    "scan",
    "cast",
    "move",
    "copy",
    "detach",
    "mark",
    "fill",
    "create-like",
)


@cache
def keeps_shape(name: str) -> bool:
    """Whether the result of an operation has the shape of what it works on, if need be spread to that of others."""
    return has_column(name, *_SHAPE_KEPT) and not has_column(name, "values-and-indices") and name != "glu"


@cache
def keeps_rank(name: str) -> bool:
    """Whether the result of an operation has as many dimensions as what it works on."""
    return keeps_shape(name) or has_column(name, "transpose", "rearrange") or name == "glu"


def namespaces(of: Section = "torch.Tensor") -> tuple[str, ...]:
    """Where the names of a section are defined: "torch", "torch.nn.functional" and more for operations on tensors."""
    return _table().namespaces[of]


@cache
def _table() -> Table:
    """The parsed table, when something is asked for the first time."""
    path = Path(__file__).parent.parent / "data" / "torch_operations.txt"
    loader = cast("ResourceLoader", __spec__.loader)  # reads out of a zip too
    return parse(loader.get_data(str(path)).decode())


def parse(text: str) -> Table:
    """The table written in the format that the head of data/torch_operations.txt explains."""
    table = Table({}, {}, {})
    section: Section = "torch.Tensor"
    for namespaces, column, names in _lines(text):
        section = cast(Section, namespaces[0])
        table.namespaces[section] = namespaces
        columns = table.columns.setdefault(section, {})
        columns[column] = columns.get(column, frozenset()).union(names)
        known = table.names.setdefault(section, {})
        for name in names:
            known[name] = known.get(name, frozenset()) | {column}
    return table


def _lines(text: str) -> Iterator[tuple[tuple[str, ...], Column, list[str]]]:
    """Each line of names, with the namespaces and the column that it stands under."""
    namespaces: tuple[str, ...] = ()
    column = ""
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        if not line.startswith(" "):
            namespaces = tuple(line.split())
            continue
        names = line
        if not line.startswith("  "):
            column, _, names = line.strip().partition(":")
        yield namespaces, cast(Column, column), names.split()


# Operations that compute something about a tensor, which nobody takes for a changed version of it. Those that return
# several tensors, and losses, are such queries too; `sort` is not, since a list sorts itself.
_ABOUT: tuple[Column, ...] = ("reduction", "measure", "index", "comparison", "logical", "product")


@cache
def is_query(name: str) -> bool:
    """Whether an operation computes something about a tensor: calling it for nothing is surely a mistake."""
    return has_column(name, *_ABOUT)


# Operations of which is asked whether backward comes through them.
WATCHED = frozenset("sqrt rsqrt sqrt_ where masked_fill".split())
